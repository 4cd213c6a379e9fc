import { LIMITS } from '../../kernel/fields.js';
import { summarizeWith } from '../../llm/summarize.js';
import type { Request } from '../request.js';
import type { Source } from './compose.js';
import { type Composed, composeTask, composeUnits } from './compose-task.js';

export type Writer = Pick<Request, 'db' | 'compute' | 'llm'>;

/** The share of the sources' words that a written summary may have. */
const SHARE = 0.35;
const FEWEST_WORDS = 20;
/** Nobody reads a longer one. */
const MAX_WORDS = 400;

/** The text of a summary: written by the language model, plus what it left out, if that is short enough. */
export async function writeText(
  { db, compute, llm }: Writer,
  sources: readonly Source[],
): Promise<Composed & { by: 'local' | 'llm' }> {
  const work = { flow: db.keyId, units: composeUnits(sources) };
  const local = await compute.run(composeTask, { sources }, work);
  const texts = sources.map(({ text }) => text);
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  const maxWords = Math.round(Math.min(MAX_WORDS, Math.max(FEWEST_WORDS, words * SHARE)));
  const wish = { texts, maxWords, about: 'memories about one subject, in the order of time,' };
  const { summary, by } = await summarizeWith(llm, wish, () => local.content);
  if (by === 'local') return { ...local, by };
  const composed = await compute.run(composeTask, { sources, summary }, work);
  return composed.isWorthIt && composed.content.length <= LIMITS.content
    ? { ...composed, by }
    : { ...local, by: 'local' };
}
