import type { Evidence } from './evidence.js';

const SIGNS: readonly [weight: number, pattern: RegExp][] = [
  // zero-width characters inside Latin words; Persian, Indic scripts and emoji legitimately use them
  [0.35, /[a-z][\u200b-\u200d\u2060\ufeff]+(?=[a-z])/gi],
  // letters of two alphabets in one word
  [0.2, /[a-z][\u0430-\u045f\u03b1-\u03c9]|[\u0430-\u045f\u03b1-\u03c9][a-z]/gi],
  // text that is displayed in a different order than it is read
  [0.45, /[\u202d\u202e]/g],
  // long runs of invisible characters carry a message
  [0.5, /[\u200b-\u200f\u2060-\u2064\ufeff]{8}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4}/gu],
];
/** Letters of the invisible tag alphabet. The flags of England, Scotland and Wales are spelt with them too. */
const TAGS = /\u{1f3f4}[\u{e0020}-\u{e007f}]+|[\u{e0020}-\u{e007e}]{4,}/gu;
const TAG_OFFSET = 0xe0000;
const FLAG = '\u{1f3f4}';
const BASE64 = /[A-Za-z0-9+/]{24,}={0,2}/g;
/** Enough to see what the blobs say; a memory with more of them is data. */
const BLOBS = 8;
const BLOB_CHARACTERS = 2_048;
const ASCII = /^[\0-\x7f]*$/;
const BINARY = /[^\t\n\r\x20-\x7e]/;

/** A text that was hidden at `offset` of another. */
export interface Hidden {
  readonly offset: number;
  readonly text: string;
}

/** Notes attempts to hide text and returns the hidden texts. */
export function matchHidden(text: string, evidence: Evidence): Hidden[] {
  const tags = ASCII.test(text) ? [] : matchUnseen(text, evidence);
  return [
    ...firstAndLast(tags).map(({ 0: run, index: offset }) => ({ offset, text: visible(run) })),
    ...firstAndLast([...text.matchAll(BASE64)]).flatMap(({ 0: blob, index: offset }) => {
      const decoded = decode(blob);
      return decoded === undefined ? [] : [{ offset, text: decoded }];
    }),
  ];
}

/** Checks for what plain ASCII cannot contain; returns the runs of the tag alphabet. */
function matchUnseen(text: string, evidence: Evidence): RegExpExecArray[] {
  for (const [weight, pattern] of SIGNS) evidence.noteAll('hidden', weight, pattern, text);
  const tags = [...text.matchAll(TAGS)].filter(([run]) => !run.startsWith(FLAG));
  for (const { index } of tags) evidence.note('hidden', 0.7, index);
  return tags;
}

const firstAndLast = <T>(found: readonly T[]) =>
  found.length <= BLOBS ? found : [...found.slice(0, BLOBS / 2), ...found.slice(-BLOBS / 2)];

const visible = (run: string) =>
  Array.from(run.slice(0, BLOB_CHARACTERS), (c) => String.fromCharCode((c.codePointAt(0) ?? 0) - TAG_OFFSET)).join('');

function decode(blob: string): string | undefined {
  const whole = blob.slice(0, BLOB_CHARACTERS).replace(/=+$/, '');
  const bytes = atob(whole.length % 4 === 1 ? whole.slice(0, -1) : whole);
  return BINARY.test(bytes) ? undefined : bytes;
}
