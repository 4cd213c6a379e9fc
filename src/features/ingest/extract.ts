import { DAY } from '../../kernel/clock.js';
import { textProblem } from '../../kernel/fields.js';
import { fenced } from '../../llm/fence.js';
import type { LanguageModel } from '../../llm/language-model.js';
import { MAX_PROMPT_CHARACTERS } from '../../llm/summarize.js';
import { RISK_FLAGGED, riskOf } from '../../readers/risk/risk.js';
import type { Statement, Turn } from '../../readers/statements.js';

const MAX_TOKENS = 2_000;
const MAX_CHARACTERS = 500;

/** Statements extracted by the language model, each checked against the turns; null if there is no usable response. */
export async function extractWith(
  llm: LanguageModel,
  turns: readonly Turn[],
  before: readonly Turn[],
): Promise<Statement[] | null> {
  const all = [...before, ...turns];
  if (all.reduce((sum, { content }) => sum + content.length, 0) > MAX_PROMPT_CHARACTERS) return null;
  const { rule, data } = fenced(
    all.map(({ role, name, content, at }, n) => ({ n, role, name, at: new Date(at).toISOString(), said: content })),
  );
  const system = `You take down what a conversation tells about the user and the user's world: facts, preferences, plans, decisions, events. \
Write one line of JSON for each, {"statement": "…", "turns": [n, …]}, in the language of the turns: a full sentence that is understood by itself, with the name \
of whom it is about ("The user" if it is not known), dates in place of words like "tomorrow", and the numbers of the turns that say it. Use the turns from number \
${before.length} on; those before only explain. What an assistant says counts only where the user agrees. Leave out questions, requests, small talk and \
guesses. Add nothing that the turns do not say. If there is nothing, write []. ${rule}`;
  try {
    const completion = await llm.complete({ system, user: data, maxTokens: MAX_TOKENS });
    return read(completion, all, before.length);
  } catch {
    return null; // the model's own log says why
  }
}

function read(completion: string, turns: readonly Turn[], from: number): Statement[] | null {
  const lines = completion
    .replace(/^```\w*$/gm, '')
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '' && line !== '[' && line !== ']' && line !== '[]');
  const found: Statement[] = [];
  for (const line of lines) {
    const statement = parsed(line, turns, from);
    if (!statement) return null;
    found.push(statement);
  }
  return found;
}

function parsed(line: string, turns: readonly Turn[], from: number): Statement | null {
  let value: { statement?: unknown; turns?: unknown };
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const text = typeof value?.statement === 'string' ? value.statement.trim() : '';
  const cited = Array.isArray(value?.turns) ? value.turns.map((n) => turns[n as number]) : [];
  if (textProblem(text) !== null) return null;
  if (text === '' || text.length > MAX_CHARACTERS || cited.length === 0) return null;
  const last = cited.at(-1);
  if (!last || !cited.every((turn) => turn !== undefined) || turns.indexOf(last) < from) return null;
  if (riskOf(text) >= RISK_FLAGGED || !isGrounded(text, turns)) return null;
  const whole = cited.map(({ id, content }) => ({ id, start: 0, end: content.length }));
  return { text, from: whole, at: last.at };
}

const NUMBER = /\p{N}+/gu;
/** A name: a capitalized word inside a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},;:'"’)] )\p{Lu}[\p{L}\p{N}'’-]+/gu;
const MONTHS =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?$/;
/** A date resolved from "tomorrow" contains numbers that are in no turn: those of days within a year of the turns. */
const YEAR = 366 * DAY;

/** Every name, number and date is in the turns, or is a date that their words may mean. */
function isGrounded(text: string, turns: readonly Turn[]): boolean {
  const said = turns.map(({ content, name }) => `${name ?? ''} ${content}`).join('\n');
  const lower = said.toLowerCase();
  const numbers = new Set(said.match(NUMBER) ?? []);
  const withoutDates = text.replace(
    /\b(\d{1,2}) (January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})\b|\b\d{4}-\d{2}-\d{2}\b/g,
    (date) => (turns.some(({ at }) => Math.abs(Date.parse(`${date} UTC`) - at) < YEAR) ? '' : date),
  );
  return (
    (withoutDates.match(NUMBER) ?? []).every((number) => numbers.has(number)) &&
    (withoutDates.match(NAME) ?? []).every(
      (name) => MONTHS.test(name) || lower.includes(name.replace(/['’]s$/, '').toLowerCase()),
    )
  );
}
