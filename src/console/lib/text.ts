import { queryTerms } from '../../text/terms.js';

interface Run {
  text: string;
  /** Set if the text is a URL that may be followed. */
  href?: string;
  /** A word that also occurs in the question. */
  marked?: boolean;
}

const ADDRESS = /https?:\/\/[^\s<>"'`\\^{|}]+/gi;
const WORD = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+|,\d{3}(?![\p{L}\p{N}]))*/gu;

/** Splits a stored text into runs of plain text. Only http and https URLs can be followed; everything else stays text. */
export function runsOf(text: string, terms?: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found[0]);
    const href = safeHref(address);
    if (!href) continue;
    runs.push(...marked(text.slice(at, found.index), terms), { text: address, href });
    at = found.index + address.length;
  }
  runs.push(...marked(text.slice(at), terms));
  return runs;
}

function safeHref(address: string): string | undefined {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function marked(text: string, terms?: ReadonlySet<string>): Run[] {
  if (text === '') return [];
  if (!terms || terms.size === 0) return [{ text }];
  const runs: Run[] = [];
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    if (![...queryTerms(found[0]).keys()].some((term) => terms.has(term))) continue;
    if (found.index > at) runs.push({ text: text.slice(at, found.index) });
    runs.push({ text: found[0], marked: true });
    at = found.index + found[0].length;
  }
  if (at < text.length) runs.push({ text: text.slice(at) });
  return runs;
}

/** The words of a question that the ranking searches for. */
export const termsOf = (question: string): ReadonlySet<string> => new Set(queryTerms(question).keys());

/** The words of the question that occur in none of the texts, as written. */
export function wordsMissing(question: string, texts: readonly string[]): string[] {
  const there = new Set(texts.flatMap((text) => [...queryTerms(text).keys()]));
  const missing = (question.match(WORD) ?? []).filter((word) => {
    const terms = [...queryTerms(word).keys()];
    return terms.length > 0 && !terms.some((term) => there.has(term));
  });
  return [...new Set(missing)];
}

/** Punctuation after a URL belongs to the sentence. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && '.,;:!?)]'.includes(address[end - 1] as string)) end--;
  return address.slice(0, end);
}

export const timesText = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString()} times`);

export const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
