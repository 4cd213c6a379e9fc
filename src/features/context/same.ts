import { isNearDuplicate, type Signature, signatureOf } from '../../text/near-duplicate.js';
import { termCounts } from '../../text/terms.js';
import { plainText } from './plain.js';

/** Characters of a text that are read for words. */
export const READ = 8_000;

/** What is compared of a text. */
export interface Statement {
  signature: Signature;
  /** Its words without grammar, in order. */
  terms: readonly string[];
  /** What must be the same to the letter: what was not read, or all of it where it has no words. */
  literal: string;
}

export function statementOf(content: string): Statement {
  const read = plainText(content.slice(0, READ));
  const terms = [...termCounts(read).keys()];
  return { signature: signatureOf(read), terms, literal: terms.length ? content.slice(READ) : content };
}

/**
 * Whether one text says again what the other says. Being a near duplicate is not enough to be left out of a context: where each has a word
 * that the other lacks, or words change places, the two are shown.
 */
export function saysTheSame(a: Statement, b: Statement): boolean {
  if (a.literal !== b.literal || !isNearDuplicate(a.signature, b.signature)) return false;
  return a.terms.length < b.terms.length ? isPartOf(a.terms, b.terms) : isPartOf(b.terms, a.terms);
}

/** In the same order, maybe with others in between. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at++;
  return at === part.length;
}
