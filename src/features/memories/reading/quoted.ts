import { inSlices } from '../../../kernel/turns/slices.js';
import { withoutRoles } from '../../../readers/statements.js';
import type { PackedVectors } from '../sql/vectors.js';
import { type Reader, readText } from './read-text.js';
import { sourcesOf } from './sources.js';
import { traitsIn } from './traits.js';

/**
 * The words of a statement that quotes several turns, without the roles in front of them; null for any other memory. They have the risk of the
 * statement: a text that imitates a dialogue is suspicious, but here the form is our own.
 */
export function quotedWords(content: string, sources: readonly string[]): string | null {
  if (sources.length < 2) return null;
  const words = withoutRoles(content);
  return words === content ? null : words;
}

interface Judged {
  content: string;
  metadata?: Record<string, unknown> | undefined;
  vectors: PackedVectors | null;
}

/** The risk of each memory by its quoted words and their vectors; undefined for memories that quote nothing. */
export async function risksOfQuotes(
  reader: Reader,
  memories: readonly Judged[],
  embed: (texts: string[]) => Promise<(PackedVectors | null)[]>,
): Promise<(number | undefined)[]> {
  const words = memories.map(({ content, metadata = {} }) => quotedWords(content, sourcesOf(metadata)));
  const vectors = (await embed(words.filter((one) => one !== null))).values();
  return inSlices(words, async (one, i) => {
    if (one === null) return undefined;
    const own: PackedVectors | null = vectors.next().value ?? null;
    const traits = own ? traitsIn(own, one) : traitsIn(memories[i]?.vectors, memories[i]?.content ?? '');
    const { risk } = await readText(reader, one);
    return Math.max(risk, traits?.risk ?? 0);
  });
}
