import { isOtherLanguage } from '../../readers/other-languages.js';
import type { Reader as AnyReader, ReadOptions, Relation } from '../../readers/reader.js';
import { clauses, placesOf, withSubjects } from '../../text/clauses.js';
import { maySpeakOfSame } from '../../text/subjects.js';
import { reasonOf, statesReplacement, typeOf } from './reason.js';
import { replacedWords } from './replaced-words.js';
import type { Near, Statement } from './sql/find.js';

type Reader = Pick<AnyReader, 'relations' | 'gone'>;

export interface FoundConflict {
  older: string;
  newer: string;
  type: string;
  confidence: number;
  reason: string;
  /** The part of the older statement that no longer holds; null: all of it. */
  part: string | null;
  /** Everything the older statement says was replaced, and the newer one says so itself. */
  supersedes: boolean;
}
/** A found conflict with both texts, for a second opinion. */
export interface Finding extends FoundConflict {
  texts: { older: string; newer: string };
}

/**
 * How likely a pair of neighbours is a contradiction, given the reader's result, how near they are, how many are nearer and how many neighbours there
 * are: a logistic regression over all neighbours in whole stores (docs/models/reader.md). Two statements about the same thing are near each other;
 * the reader alone also mistakes other pairs for contradictions, and the more pairs there are, the more often.
 */
const WEIGHTS = { reader: 0.695, cosine: 5.251, rank: -0.833, crowd: -0.615, bias: -4.165 } as const;
/** Likelihood from which a pair is reported. */
const REPORT_FROM = 0.4;
/** The same if one of the two is in a language that the reader does not know: it then takes what it cannot tell apart for a contradiction. */
const REPORT_FROM_IN_OTHERS = 0.8;
/** The reader's result when it is certain. A pair that would not be reported even then is not read. */
const SURE = { conflict: 0.97, partial: 0 };
/** The least the reader must assign to a contradiction: two texts with nearly the same words are near, but need not contradict each other. */
const MIN_SHARE = 0.1;
/** Likelihood from which a memory that is contradicted as a whole is superseded automatically, if the newer one says that something changed. */
export const REPLACE_FROM = 0.8;

/** Returns the neighbours that contradict a memory. */
export async function findContradictions(
  reader: Reader,
  { self, near }: { self: Statement; near: readonly Near[] },
  options: ReadOptions,
): Promise<Finding[]> {
  const inReach = near.flatMap((other, nearer) => {
    const crowd = { nearer, all: near.length };
    return likelihood(SURE, other.cosine, crowd) >= REPORT_FROM ? [{ other, crowd }] : [];
  });
  const pairs = inReach.map(({ other, crowd }) => {
    // If both were stated at the same time, the id decides which came later.
    const isOlder = other.at < self.at || (other.at === self.at && other.id < self.id);
    return { ...(isOlder ? { older: other, newer: self } : { older: self, newer: other }), near: other, crowd };
  });
  const relations = await reader.relations(
    pairs.map(({ older, newer }) => [older.text, newer.text] as const),
    options,
  );
  const found: Finding[] = [];
  for (const [at, { older, newer, near: other, crowd }] of pairs.entries()) {
    const relation = relations[at] as Relation;
    const confidence = likelihood(relation, other.cosine, crowd);
    const from = [older.text, newer.text].some(isOtherLanguage) ? REPORT_FROM_IN_OTHERS : REPORT_FROM;
    if (confidence < from || relation.conflict + relation.partial < MIN_SHARE) continue;
    const { gone, said, isWhole, isSameSubject, part } = await findChange(
      reader,
      older.text,
      newer.text,
      relation,
      options,
    );
    found.push({
      older: older.id,
      newer: newer.id,
      type: typeOf(gone, said),
      confidence: Math.round(confidence * 1000) / 1000,
      reason: reasonOf({ gone, at: older.at }, { said, at: newer.at }),
      part,
      supersedes: isWhole && isSameSubject && confidence >= REPLACE_FROM && statesReplacement(said),
      texts: { older: older.text, newer: newer.text },
    });
  }
  return found;
}

/** `nearer` of `all` neighbours are nearer than this one. */
function likelihood(
  { conflict, partial }: Pick<Relation, 'conflict' | 'partial'>,
  cosine: number,
  { nearer, all }: { nearer: number; all: number },
): number {
  const share = Math.min(1 - 1e-6, Math.max(1e-6, conflict + partial));
  const logit = Math.log(share / (1 - share));
  const { reader, cosine: near, rank, crowd, bias } = WEIGHTS;
  return (
    1 / (1 + Math.exp(-(reader * logit + near * cosine + rank * Math.log1p(nearer) + crowd * Math.log(all) + bias)))
  );
}

/** Clauses compared one by one; a longer text is always treated as changed in part. */
const MAX_CLAUSES = 6;

/** From this share on, the reader finds that a clause does not hold any more. */
const LOST_FROM = 0.5;
/**
 * From this likelihood of a conflict on, a clause goes together with the one that fits worst, if the newer statement has several clauses as well.
 * docs/models/reader.md says how it was chosen.
 */
const LOST_BESIDE_FROM = 0.7;

/** A clause that may say two things although it could not be split: what replaces one need not replace the other. */
const SAYS_MORE = /,|\b(?:and|or|but|also|und|oder|et|ou|y|o|e)\b/iu;

interface Change {
  /** The clause of the older statement that no longer holds. */
  gone: string;
  /** The clause of the newer one that says so. */
  said: string;
  isWhole: boolean;
  /** As far as the words tell. */
  isSameSubject: boolean;
  part: string | null;
}

/** What no longer holds: all of the older statement, one of its clauses, or some words of that clause. */
async function findChange(
  reader: Reader,
  older: string,
  newer: string,
  whole: Relation,
  options: ReadOptions,
): Promise<Change> {
  const all = clauses(older);
  const isOne = all.length <= 1;
  const before = isOne ? [older] : all.slice(0, MAX_CLAUSES);
  const readBefore = withSubjects(before); // who "works as a nurse" decides what it is compared with
  const lost = isOne
    ? [whole]
    : await reader.relations(
        readBefore.map((clause) => [clause, newer] as const),
        options,
      );
  const place = worst(lost);
  const [gone, readGone] = [before[place] as string, readBefore[place] as string];
  const after = clauses(newer).slice(0, MAX_CLAUSES);
  const readAfter = withSubjects(after);
  const relations =
    after.length > 1
      ? await reader.relations(
          readAfter.map((clause) => [readGone, clause] as const),
          options,
        )
      : [];
  const saying = relations.length > 0 ? worst(relations) : 0;
  const said = relations.length > 0 ? (after[saying] as string) : newer;
  const isSameSubject = maySpeakOfSame(readGone, readAfter[saying] ?? newer);
  const isComplete = all.length <= MAX_CLAUSES;
  const isWhole =
    isComplete &&
    whole.conflict >= whole.partial &&
    (isOne || lost.every((relation) => lostShare(relation) >= LOST_FROM)) &&
    !before.some((clause) => SAYS_MORE.test(clause));
  const change = { gone, said, isWhole, isSameSubject };
  const goes = after.length > 1 ? lost.map(goesToo) : lost.map((_, at) => at === place);
  if (isWhole || (isComplete && !isOne && goes.every(Boolean))) return { ...change, part: null };
  const { conflict, partial } = lost[place] as Relation;
  const line = older.replace(/\s+/g, ' ');
  const stretch = isOne ? null : stretchOf(line, before, lostAround(goes, place));
  const [logits] = partial > conflict && stretch === null ? await reader.gone([[readGone, newer]], options) : [];
  const added = wordCount(readGone) - wordCount(gone);
  const words = logits ? replacedWords(gone, logits.subarray(added))?.replace(/\s+/g, ' ') : undefined;
  // A part is located by its words, so they must occur only once.
  if (words !== undefined && placesOf(line, words).length === 1) return { ...change, part: words };
  return { ...change, part: stretch ?? (isOne ? null : gone.replace(/\s+/g, ' ')) };
}

/** The clauses around the one that fits worst that do not hold either. */
function lostAround(goes: readonly boolean[], place: number): { first: number; last: number } {
  let [first, last] = [place, place];
  while (first > 0 && goes[first - 1]) first--;
  while (last < goes.length - 1 && goes[last + 1]) last++;
  return { first, last };
}

/** Several clauses as they stand in the text; null if it is only one. */
function stretchOf(
  line: string,
  all: readonly string[],
  { first, last }: { first: number; last: number },
): string | null {
  if (first === last) return null;
  let [from, to] = [0, 0];
  for (const [at, clause] of all.slice(0, last + 1).entries()) {
    const words = clause.replace(/\s+/g, ' ');
    const found = line.indexOf(words, to);
    if (found < 0) return null;
    if (at === first) from = found;
    to = found + words.length;
  }
  return line.slice(from, to);
}

const wordCount = (text: string) => text.match(/\S+/g)?.length ?? 0;
const lostShare = ({ conflict, partial }: Relation) => conflict + partial;
const goesToo = ({ conflict }: Relation) => conflict >= LOST_BESIDE_FROM;
const worst = (relations: readonly Relation[]) => {
  const shares = relations.map(lostShare);
  return shares.indexOf(Math.max(...shares));
};
