import { sentences } from './sentences.js';
import { termCounts } from './terms.js';

/** The part of a long text that has most of the terms, in whole sentences if possible; a short text is returned unchanged. */
export function windowOf(text: string, terms: ReadonlySet<string>, longest: number): string {
  if (text.length <= longest) return text;
  const parts = sentences(text.slice(0, 20 * longest));
  let best = text.slice(0, longest);
  let most = -1;
  for (let from = 0; from < parts.length; from++) {
    let window = (parts[from] as string).slice(0, longest);
    for (let to = from + 1; to < parts.length && window.length + (parts[to] as string).length < longest; to++)
      window += ` ${parts[to]}`;
    const has = termCounts(window);
    let shared = 0;
    for (const term of terms) if (has.has(term)) shared++;
    if (shared > most) {
      most = shared;
      best = window;
    }
  }
  return best;
}
