import { splitPassages } from './passages.js';
import { unit } from './vectors.js';

/** Lines that are embedded individually. Each is a run of the model (about 5 ms): a page of steps must not delay its caller for seconds. */
export const MAX_LINES = 64;

/**
 * The weight of a paragraph in the gist: the first says what it is called, the second when it is needed, the rest how it is done. docs/procedures.md
 * has the measurements.
 */
const GIST_WEIGHTS = { first: 0.5, second: 1, later: 0.5 } as const;

const LIST_MARK = /^(?:[-*•]|\d{1,3}[.)])\s+/;

/** The first lines of a text by paragraph, without blank lines and list markers, each short enough for one passage. */
export function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [];
  let open: string[] | null = null;
  let lines = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim().replace(LIST_MARK, '');
    if (line === '') {
      open = null;
      continue;
    }
    if (lines++ === MAX_LINES) break;
    if (!open) {
      open = [];
      paragraphs.push(open);
    }
    open.push(splitPassages(line)[0] ?? line);
  }
  return paragraphs;
}

/** The direction that the lines of a text share. `vectors` are those of the lines, in order. */
export function gistOf(paragraphs: readonly (readonly string[])[], vectors: readonly Float32Array[]): Float32Array {
  const first = vectors[0];
  if (!first) throw new Error('the list of lines is empty');
  const sum = new Float64Array(first.length);
  let at = 0;
  for (const [place, { length }] of paragraphs.entries()) {
    const weight = place === 0 ? GIST_WEIGHTS.first : place === 1 ? GIST_WEIGHTS.second : GIST_WEIGHTS.later;
    for (const vector of vectors.slice(at, at + length))
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + ((vector[i] ?? 0) * weight) / length;
    at += length;
  }
  return sum.some((value) => Math.abs(value) > 1e-9) ? unit(sum) : first; // lines that cancel out have nothing in common
}
