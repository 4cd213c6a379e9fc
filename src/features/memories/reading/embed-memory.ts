import type { EmbeddedText, Embedder } from '../../../embedding/embedder.js';
import { gistOf, paragraphsOf } from '../../../embedding/lines.js';
import { splitPassages } from '../../../embedding/passages.js';
import { type Spoken, spokenText } from './speaker.js';

/** What is embedded: a memory, or a text whose kind does not matter. */
export type Embeddable = string | Spoken;

/** The kind whose lines are embedded separately: each is an example of a task, or a step. */
const LINED_KIND = 'procedural';

/**
 * The vectors of a memory: one per passage of its text. A procedural memory of several lines has one more for each line, in order, and its gist as
 * the very last one. All vectors of memories are made here, so that they are the same whenever they are made.
 */
export async function embedMemory(
  embedder: Embedder,
  memory: Embeddable,
  { signal, key }: { signal?: AbortSignal; key: string },
): Promise<EmbeddedText | null> {
  const { content, paragraphs, lines } = partsOf(memory);
  const texts = lines.length > 1 ? [content, ...lines] : [content];
  const embedded = await embedder.embed(texts, 'passage', signal, key);
  const [whole, ...rest] = embedded;
  if (!whole) return null;
  if (rest.length === 0) return whole;
  const ofLines = rest.map(({ vectors }) => vectors[0] as Float32Array);
  const tokens = embedded.reduce((sum, text) => sum + text.tokens, 0);
  return { vectors: [...whole.vectors, ...ofLines, gistOf(paragraphs, ofLines)], tokens };
}

/** The text of each of the vectors that the local model makes of a memory, in order. */
export function passageTextsOf(memory: Embeddable): string[] {
  const { content, lines } = partsOf(memory);
  const passages = splitPassages(content);
  return lines.length > 1 ? [...passages, ...lines, lines.join('\n')] : passages;
}

function partsOf(memory: Embeddable) {
  const { kind } = typeof memory === 'string' ? { kind: '' } : memory;
  const content = typeof memory === 'string' ? memory : spokenText(memory);
  const paragraphs = kind === LINED_KIND ? paragraphsOf(content) : [];
  return { content, paragraphs, lines: paragraphs.flat() };
}
