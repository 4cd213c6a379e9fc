import type { EmbedPurpose } from '../embedder.js';

/** The place in a worker's hand of what it does next: queries first, and of them or else of all one of another key than the last. */
export function nextOrder(
  waiting: readonly { key: string; purpose: EmbedPurpose }[],
  last: string | undefined,
): number {
  const places = [...waiting.keys()];
  const queries = places.filter((at) => waiting[at]?.purpose === 'query');
  const among = queries.length > 0 ? queries : places;
  return among.find((at) => waiting[at]?.key !== last) ?? among[0] ?? -1;
}
