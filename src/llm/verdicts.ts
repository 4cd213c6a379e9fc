import { fenced } from './fence.js';
import { LanguageModelUnavailable, type Prompt } from './language-model.js';

/** A number, a mark and a word. */
const TOKENS_PER_VERDICT = 8;

/** Asks for each pair whether both can hold. */
export function verdictPrompt(pairs: readonly { older: string; newer: string }[]): Prompt {
  const { rule, data } = fenced(
    pairs.map(({ older, newer }, i) => ({ pair: i + 1, said_earlier: older, said_later: newer })),
  );
  const system = `Each pair holds two statements that one person's assistant wrote down. For each pair decide whether they contradict: \
both speak of the same subject and cannot both be true of it at the same time. A changed value, a denial and a plan called off contradict; \
two values that may hold together, another subject, another occasion, and one statement that is only more exact do not. Answer with one \
line for each pair and nothing else: its number, a colon, and yes or no. ${rule}`;
  return { system, user: data, maxTokens: 16 + pairs.length * TOKENS_PER_VERDICT };
}

const VERDICT = /^(\d{1,4})\s*[:.)]\s*(yes|no)\.?$/i;

/** One verdict per pair, in order. A response with too many lines, too few, or of another shape is invalid. */
export function readVerdicts(completion: string, pairs: number): boolean[] {
  const lines = completion.split('\n').map((line) => line.trim());
  const verdicts = new Map<number, boolean>();
  for (const line of lines.filter((text) => text !== '')) {
    const [, number, word] = VERDICT.exec(line) ?? [];
    const pair = Number(number);
    if (!word || pair < 1 || pair > pairs || verdicts.has(pair)) throw nonsense();
    verdicts.set(pair, word.toLowerCase() === 'yes');
  }
  if (verdicts.size !== pairs) throw nonsense();
  return Array.from({ length: pairs }, (_, i) => verdicts.get(i + 1) === true);
}

const nonsense = () => new LanguageModelUnavailable('The language model did not return verdicts');
