import { RISK_FLAGGED, riskOf } from '../readers/risk/risk.js';
import { fenced } from './fence.js';
import type { LanguageModel } from './language-model.js';

interface SummaryInput {
  /** In chronological order. */
  texts: string[];
  maxWords: number;
  /** What they are: "turns of a conversation", "memories about one subject". */
  about: string;
}

/** Limit of characters sent, some 15,000 tokens: anything longer is summarised locally rather than cut unseen. */
export const MAX_PROMPT_CHARACTERS = 60_000;
/** Models count words badly: a summary may exceed the requested length by this factor. */
const TOO_LONG = 1.5;
/** Maximum characters per word, for scripts without spaces to count words by. */
const CHARACTERS_PER_WORD = 12;
const TOKENS_PER_WORD = 3;

/** A summary by the language model if there is one and its response is usable, otherwise the local one. Never throws because of the model. */
export async function summarizeWith(
  llm: LanguageModel | null,
  input: SummaryInput,
  local: () => string | Promise<string>,
): Promise<{ summary: string; by: 'local' | 'llm' }> {
  const summary = llm && mayBeSent(input.texts) ? await asked(llm, input) : null;
  return summary === null ? { summary: await local(), by: 'local' } : { summary, by: 'llm' };
}

/** A text that looks like instructions is never sent to a model. */
const mayBeSent = (texts: readonly string[]) =>
  texts.some((text) => text.trim() !== '') &&
  texts.reduce((sum, text) => sum + text.length, 0) <= MAX_PROMPT_CHARACTERS &&
  texts.every((text) => riskOf(text) < RISK_FLAGGED);

async function asked(llm: LanguageModel, { texts, maxWords, about }: SummaryInput): Promise<string | null> {
  const { rule, data } = fenced(texts);
  const system = `You summarise ${about} in at most ${maxWords} words, in the language of the texts, in plain sentences without \
headings, lists or remarks of your own. Keep names, numbers, dates and what changed. Add nothing that they do not say. ${rule}`;
  try {
    const completion = (await llm.complete({ system, user: data, maxTokens: maxWords * TOKENS_PER_WORD })).trim();
    return usable(completion, texts, maxWords) ? completion : null;
  } catch {
    return null; // the model's own log has the reason
  }
}

const NUMBER = /\p{N}+/gu;

/** Not empty, not too long, no instructions, and no number that the texts do not contain. */
function usable(completion: string, texts: readonly string[], maxWords: number): boolean {
  if (completion === '' || completion.length > maxWords * CHARACTERS_PER_WORD * TOO_LONG) return false;
  if (completion.split(/\s+/).length > maxWords * TOO_LONG || riskOf(completion) >= RISK_FLAGGED) return false;
  const known = new Set(texts.flatMap((text) => text.match(NUMBER) ?? []));
  return (completion.match(NUMBER) ?? []).every((number) => known.has(number));
}
