import { isNearDuplicate, within } from '../../text/near-duplicate.js';
import { termCounts } from '../../text/terms.js';

/** The share of trigrams in common, of those in either text. Higher than for hiding repetition: here a memory is replaced. */
const SAME_TEXT = 0.8;
/** The rarest words by which a text is looked up: two near texts share most of theirs. */
const WORDS_LOOKED_UP = 6;
/** Groups compared per word: those that were started last. */
const GROUPS_COMPARED = 24;
/** Texts after which the event loop gets a turn. */
const BREATH = 100;
const breathe = (index: number) => (index % BREATH === 0 ? new Promise((resolve) => setImmediate(resolve)) : null);

interface Read {
  text: string;
  terms: ReadonlySet<string>;
}

/** Having nearly all letters in common is not enough: if each has a word that the other lacks, they say different things. */
const isSame = (a: Read, b: Read) =>
  (within(a.terms, b.terms) || within(b.terms, a.terms)) && isNearDuplicate(a.text, b.text, SAME_TEXT);

/** Of two that say the same, the better one has more words, is longer, or is later. */
const isBetter = (later: Read, best: Read) =>
  later.terms.size === best.terms.size ? later.text.length >= best.text.length : later.terms.size > best.terms.size;

/**
 * Groups of texts that say the same, as indexes, the best wording first: it has every word of the others. Texts are given oldest first, and only
 * those of the same `group` are combined. Each is compared with few others, however many there are.
 */
export async function nearDuplicates(texts: readonly { text: string; group: string }[]): Promise<number[][]> {
  const all: Read[] = [];
  const frequency = new Map<string, number>();
  for (const [index, { text }] of texts.entries()) {
    const terms = new Set(termCounts(text).keys());
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    all.push({ text, terms });
    await breathe(index);
  }
  const rarity = (a: string, b: string) =>
    (frequency.get(a) as number) - (frequency.get(b) as number) || (a < b ? -1 : 1);
  const groups: number[][] = [];
  const byWord = new Map<string, number[]>();
  for (const [index, one] of all.entries()) {
    await breathe(index);
    const rarest = [...one.terms].sort(rarity).slice(0, WORDS_LOOKED_UP);
    const keys = (rarest.length ? rarest : [one.text]).map((term) => `${texts[index]?.group} ${term}`);
    const candidates = new Set(keys.flatMap((key) => byWord.get(key) ?? []));
    const bestOf = (group: number) => all[groups[group]?.[0] as number] as Read;
    const found = [...candidates].find((group) => isSame(one, bestOf(group)));
    if (found !== undefined) {
      if (isBetter(one, bestOf(found))) groups[found]?.unshift(index);
      else groups[found]?.push(index);
      continue;
    }
    const group = groups.push([index]) - 1;
    for (const key of keys) byWord.set(key, [...(byWord.get(key) ?? []), group].slice(-GROUPS_COMPARED));
  }
  return groups.filter((group) => group.length > 1);
}
