import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { within } from '../../text/near-duplicate.js';
import { isSameStatement, type Statement, statementOf } from '../../text/same-statement.js';
import { termCounts } from '../../text/terms.js';

/** The share of trigrams in common, of those in either text. Higher than for hiding repetition: here a memory is replaced. */
const SAME_TEXT = 0.8;
/** The rarest words by which a text is looked up: two near texts share most of theirs. */
const WORDS_LOOKED_UP = 6;
/** Groups compared per word: those that were started last. */
const GROUPS_COMPARED = 24;
/** Statements kept: the groups that are compared are mostly the same from one text to the next, but one takes up to 100 KB. */
const STATEMENTS = 256;
/** Units of work (kernel/turns/turns.ts) per character of a text that is read, and per comparison. */
const UNITS = 3;
const COMPARING = 100;

interface Text {
  text: string;
  group: string;
}
interface Read {
  text: string;
  terms: ReadonlySet<string>;
}

/** Of two that say the same, the better one has more words, is longer, or is later. */
const isBetter = (later: Read, best: Read) =>
  later.terms.size === best.terms.size ? later.text.length >= best.text.length : later.terms.size > best.terms.size;

/**
 * Groups of texts that say the same, as indexes, the best wording first: it has every word of the others. Texts are given oldest first, and only
 * those of the same `group` are combined. Each is compared with few others, however many there are.
 */
export function* nearDuplicates(texts: readonly Text[]): Work<number[][]> {
  const all: Read[] = [];
  const frequency = new Map<string, number>();
  for (const { text } of texts) {
    const terms = new Set(termCounts(text).keys());
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    all.push({ text, terms });
    yield text.length * UNITS;
  }
  const rarity = (a: string, b: string) =>
    (frequency.get(a) as number) - (frequency.get(b) as number) || (a < b ? -1 : 1);
  const groups: number[][] = [];
  const byWord = new Map<string, number[]>();
  const statements = new Statements();
  for (const [index, one] of all.entries()) {
    const rarest = [...one.terms].sort(rarity).slice(0, WORDS_LOOKED_UP);
    const keys = (rarest.length ? rarest : [one.text]).map((term) => `${texts[index]?.group} ${term}`);
    const candidates = new Set(keys.flatMap((key) => byWord.get(key) ?? []));
    const bestOf = (group: number) => all[groups[group]?.[0] as number] as Read;
    let found: number | undefined;
    for (const group of candidates) {
      const isSame = yield* isSameText(one, bestOf(group), statements);
      if (!isSame) continue;
      found = group;
      break;
    }
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

export const nearDuplicatesTask = defineTask('compress.near', nearDuplicates);
export const nearUnits = (texts: readonly Text[]) => texts.reduce((units, { text }) => units + text.length * UNITS, 0);

function* isSameText(a: Read, b: Read, statements: Statements): Work<boolean> {
  yield COMPARING;
  if (!within(a.terms, b.terms) && !within(b.terms, a.terms)) return false;
  return isSameStatement(yield* statements.of(a), yield* statements.of(b), SAME_TEXT);
}

/** Those used last. */
class Statements {
  readonly #kept = new Map<Read, Statement>();

  *of(one: Read): Work<Statement> {
    let statement = this.#kept.get(one);
    if (!statement) {
      statement = statementOf(one.text);
      yield one.text.length * UNITS;
    }
    this.#kept.delete(one);
    this.#kept.set(one, statement);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= STATEMENTS) break;
      this.#kept.delete(oldest);
    }
    return statement;
  }
}
