import { RISK_FLAGGED, riskOf } from '../readers/risk/risk.js';
import { fenced } from './fence.js';
import type { LanguageModel } from './language-model.js';

export interface SummaryWish {
  /** In the order of time. */
  texts: string[];
  maxWords: number;
  /** What they are: "turns of a conversation", "memories about one subject". */
  about: string;
}

/** Characters sent at most, some 15,000 tokens: what is longer is summarised locally rather than cut unseen. */
export const MOST_PROMPT_CHARACTERS = 60_000;
/** Models count words badly: so much more than asked is let pass. */
const TOO_LONG = 1.5;
/** Characters of a word at most, for scripts that have no spaces to count words by. */
const CHARACTERS_A_WORD = 12;
const TOKENS_A_WORD = 3;

/** A summary by the language model when there is one and its answer can be used, else the local one. Never throws for the model's sake. */
export async function summarizeWith(
  llm: LanguageModel | null,
  input: SummaryWish,
  local: () => string | Promise<string>,
): Promise<{ summary: string; by: 'local' | 'llm' }> {
  const summary = llm && mayBeSent(input.texts) ? await asked(llm, input) : null;
  return summary === null ? { summary: await local(), by: 'local' } : { summary, by: 'llm' };
}

/** A text that looks like instructions is not put before a model at all. */
const mayBeSent = (texts: readonly string[]) =>
  texts.some((text) => text.trim() !== '') &&
  texts.reduce((sum, text) => sum + text.length, 0) <= MOST_PROMPT_CHARACTERS &&
  texts.every((text) => riskOf(text) < RISK_FLAGGED);

async function asked(llm: LanguageModel, { texts, maxWords, about }: SummaryWish): Promise<string | null> {
  const { rule, data } = fenced(texts);
  const system = `You summarise ${about} in at most ${maxWords} words, in the language of the texts, in plain sentences without \
headings, lists or remarks of your own. Keep names, numbers, dates and what changed. Add nothing that they do not say. ${rule}`;
  try {
    const answer = (await llm.complete({ system, user: data, maxTokens: maxWords * TOKENS_A_WORD })).trim();
    return usable(answer, texts, maxWords) ? answer : null;
  } catch {
    return null; // the model's own log says why
  }
}

const NUMBER = /\p{N}+/gu;

/** Not empty, not too long, no instructions, and no number that the texts do not hold. */
export function usable(answer: string, texts: readonly string[], maxWords: number): boolean {
  if (answer === '' || answer.length > maxWords * CHARACTERS_A_WORD * TOO_LONG) return false;
  if (answer.split(/\s+/).length > maxWords * TOO_LONG || riskOf(answer) >= RISK_FLAGGED) return false;
  const known = new Set(texts.flatMap((text) => text.match(NUMBER) ?? []));
  return (answer.match(NUMBER) ?? []).every((number) => known.has(number));
}
