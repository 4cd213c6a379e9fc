/**
 * What nobody sees but a model reads, and what makes text look different from what it is: control characters, zero-width and bidirectional marks, tag
 * characters, variation selectors, fillers. Joiners are included: an emoji family falls apart into its members.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\u2800]|(?![\n\t])\p{Cc}/gu;
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** A memory's text as a context shows it. */
export const plainText = (content: string): string =>
  content
    .replace(LINE_BREAK, '\n')
    .replace(INVISIBLE, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The UTC day; years beyond four digits keep their sign. */
export const isoDay = (time: number): string => new Date(time).toISOString().split('T')[0] ?? '';
