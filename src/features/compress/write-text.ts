import { LIMITS } from '../../kernel/fields.js';
import type { LanguageModel } from '../../llm/language-model.js';
import { summarizeWith } from '../../llm/summarize.js';
import { compose, composeAfter } from './compose.js';

/** Of the sources' words, how many a written summary may have. */
const SHARE = 0.35;
const FEWEST_WORDS = 20;
/** A longer one nobody reads. */
const MOST_WORDS = 400;

/** The text of a summary: written by the language model and completed by what it left out, when that is shorter than what it replaces. */
export async function writeText(
  llm: LanguageModel | null,
  texts: string[],
  told: number,
): Promise<{ content: string; by: 'local' | 'llm' }> {
  const local = compose(texts, told);
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  const maxWords = Math.round(Math.min(MOST_WORDS, Math.max(FEWEST_WORDS, words * SHARE)));
  const wish = { texts, maxWords, about: 'memories about one subject, in the order of time,' };
  const { summary, by } = await summarizeWith(llm, wish, () => local);
  if (by === 'local') return { content: local, by };
  const content = composeAfter(summary, texts, told);
  const shorter = content.length < texts.join(' ').length && content.length <= LIMITS.content;
  return shorter ? { content, by } : { content: local, by: 'local' };
}
