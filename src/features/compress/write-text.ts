import { LIMITS } from '../../kernel/fields.js';
import type { LanguageModel } from '../../llm/language-model.js';
import { summarizeWith } from '../../llm/summarize.js';
import { estimateTokens } from '../../text/tokens.js';
import { compose, composeAfter, type Source } from './compose.js';

/** The share of the sources' words that a written summary may have. */
const SHARE = 0.35;
const FEWEST_WORDS = 20;
/** Nobody reads a longer one. */
const MOST_WORDS = 400;

/** The share of the sources' tokens up to which a summary is worth replacing them. */
const MOST_SHARE = 0.5;
export const isWorthIt = (summary: string, texts: readonly string[]): boolean =>
  estimateTokens(summary) <= MOST_SHARE * texts.reduce((sum, text) => sum + estimateTokens(text), 0);

/** The text of a summary: written by the language model, plus what it left out, if that is short enough. */
export async function writeText(
  llm: LanguageModel | null,
  sources: readonly Source[],
): Promise<{ content: string; by: 'local' | 'llm' }> {
  const texts = sources.map(({ text }) => text);
  const local = compose(sources);
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  const maxWords = Math.round(Math.min(MOST_WORDS, Math.max(FEWEST_WORDS, words * SHARE)));
  const wish = { texts, maxWords, about: 'memories about one subject, in the order of time,' };
  const { summary, by } = await summarizeWith(llm, wish, () => local);
  if (by === 'local') return { content: local, by };
  const content = composeAfter(summary, sources);
  return isWorthIt(content, texts) && content.length <= LIMITS.content
    ? { content, by }
    : { content: local, by: 'local' };
}
