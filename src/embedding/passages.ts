import { isHighSurrogate, isLowSurrogate, isSpace, QUARTERS, quarterSums } from './units.js';

interface PassageSizes {
  /** Target length in estimated tokens. */
  aimUnits: number;
  /** Limit in estimated tokens; a text within it is not split. */
  maxUnits: number;
  /** Estimated tokens that the next passage may repeat. */
  overlapUnits: number;
}

export const PASSAGE_SIZES: PassageSizes = {
  aimUnits: 200, // attention grows with the square of the length, and a short passage says one thing
  maxUnits: 256, // half of the model's 512: the estimate may be off by a factor of two
  overlapUnits: 40, // about one long sentence: a thought cut in two is complete in one of them
};

// A passage may end anywhere after this share of its target length, so that a good place can be found.
const SHORTEST_SHARE = 0.6;
// Less than the shortest passage (0.6 of an even share, itself at least half of the target), so that every step advances.
const LARGEST_OVERLAP_SHARE = 0.2;

const ANYWHERE = 0;
const WORD = 1;
const SENTENCE = 2;
const PARAGRAPH = 3;

const NEWLINE = 0x0a;
const ENDS_SENTENCE = new Set('.!?…。！？｡।؟'.split(''));
const CLOSES = new Set(')]}"\'”’»』」）'.split(''));

/** 。！？｡ of scripts that put no space after them; by code, because every position of a text without spaces is checked. */
const endsAlone = (code: number) => code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff61;

function endsSentence(text: string, end: number): boolean {
  let last = end - 1;
  while (last >= 0 && end - last < 4 && CLOSES.has(text[last] as string)) last--;
  return last >= 0 && ENDS_SENTENCE.has(text[last] as string);
}

/** How good it is to cut before `at`, which is not a space. Looks back over one run of spaces only. */
function breakBefore(text: string, at: number): number {
  let end = at;
  let newlines = 0;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) {
    if (text.charCodeAt(end - 1) === NEWLINE) newlines++;
    end--;
  }
  if (newlines >= 2) return PARAGRAPH;
  if (end === at) return endsAlone(text.charCodeAt(at - 1)) ? SENTENCE : ANYWHERE;
  return newlines === 1 || endsSentence(text, end) ? SENTENCE : WORD;
}

/** Also false if a cut would split a surrogate pair or come before a space. */
const canCut = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return !isSpace(code) && !(isLowSurrogate(code) && isHighSurrogate(text.charCodeAt(at - 1)));
};

interface Cut {
  at: number;
  kind: number;
}

/** The best place to end a passage that begins at `start`. */
function findCut(text: string, sums: Uint32Array, start: number, aim: number, max: number): Cut {
  const base = sums[start] as number;
  let best: Cut | undefined;
  let bestMiss = 0;
  let last = start + (isHighSurrogate(text.charCodeAt(start)) ? 2 : 1);
  for (let at = start + 1; at < text.length && (sums[at] as number) - base <= max; at++) {
    if (!canCut(text, at)) continue;
    last = at;
    const size = (sums[at] as number) - base;
    if (size < aim * SHORTEST_SHARE) continue;
    const kind = breakBefore(text, at);
    const miss = Math.abs(size - aim);
    if (best && (kind < best.kind || (kind === best.kind && miss >= bestMiss))) continue;
    best = { at, kind };
    bestMiss = miss;
  }
  return best ?? { at: last, kind: ANYWHERE };
}

/** Where the next passage begins: at the earliest sentence, or else word, within the overlap before the cut. */
function overlapStart(text: string, sums: Uint32Array, start: number, cut: Cut, overlap: number): number {
  if (cut.kind === PARAGRAPH) return cut.at; // nothing was split
  let sentence = cut.at;
  let word = cut.at;
  for (let at = cut.at - 1; at > start && (sums[cut.at] as number) - (sums[at] as number) <= overlap; at--) {
    if (!canCut(text, at)) continue;
    const kind = breakBefore(text, at);
    if (kind >= SENTENCE) sentence = at;
    if (kind >= WORD) word = at;
  }
  return sentence < cut.at ? sentence : word;
}

/**
 * Splits the text into passages short enough for the model; each but the first begins with the end of the previous one. Spaces around passages are
 * dropped. Always returns at least one passage; takes time linear in the length.
 */
export function splitPassages(text: string, sizes: Partial<PassageSizes> = {}): string[] {
  const { aimUnits, maxUnits, overlapUnits } = { ...PASSAGE_SIZES, ...sizes };
  const sums = quarterSums(text);
  const total = sums[text.length] as number;
  const max = maxUnits * QUARTERS - 1; // a cut inside a word adds one more word start
  if (total <= max) return [text];
  const aim = Math.min(aimUnits, maxUnits) * QUARTERS;
  const overlap = Math.min(overlapUnits * QUARTERS, aim * LARGEST_OVERLAP_SHARE);
  const passages: string[] = [];
  let start = 0;
  while (start < text.length) {
    const rest = total - (sums[start] as number);
    if (rest <= max) {
      passages.push(text.slice(start).trim());
      break;
    }
    const evenShare = rest / Math.ceil(rest / aim); // avoids a short remainder at the end
    const cut = findCut(text, sums, start, evenShare, max);
    passages.push(text.slice(start, cut.at).trim());
    start = overlapStart(text, sums, start, cut, overlap);
  }
  return passages.filter((passage) => passage !== '');
}
