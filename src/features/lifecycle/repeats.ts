import { isNearDuplicate, type Signature, signatureOf } from '../../text/near-duplicate.js';
import { sketchOf } from '../../text/sketch.js';

/** How many of the texts say nearly the same as an earlier one: identical except for case, punctuation or a word or two. */
export function countRepeats(texts: readonly string[]): number {
  const seen = new Map<number | string, Signature>();
  let repeats = 0;
  for (const text of texts) {
    const signature = signatureOf(text);
    const bands = sketchOf(text);
    const places = bands.length > 0 ? bands : [text];
    const isRepeat = places.some((place) => {
      const other = seen.get(place);
      return other !== undefined && isNearDuplicate(other, signature);
    });
    if (isRepeat) repeats++;
    else for (const place of places) seen.set(place, signature);
  }
  return repeats;
}
