import type { Reader as AnyReader, ReadOptions, Relation } from '../../readers/reader.js';
import { clauses, placesOf, withSubjects } from '../../text/clauses.js';
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
const REPORT_FROM = 0.45;
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
    if (confidence < REPORT_FROM || relation.conflict + relation.partial < MIN_SHARE) continue;
    const { gone, said, isWhole, part } = await findChange(reader, older.text, newer.text, relation, options);
    found.push({
      older: older.id,
      newer: newer.id,
      type: typeOf(gone, said),
      confidence: Math.round(confidence * 1000) / 1000,
      reason: reasonOf({ gone, at: older.at }, { said, at: newer.at }),
      part,
      supersedes: isWhole && confidence >= REPLACE_FROM && statesReplacement(said),
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

/** A clause that may say two things although it could not be split: what replaces one need not replace the other. */
const SAYS_MORE = /,|\b(?:and|or|but|also|und|oder|et|ou|y|o|e)\b/iu;

interface Change {
  /** The clause of the older statement that no longer holds. */
  gone: string;
  /** The clause of the newer one that says so. */
  said: string;
  isWhole: boolean;
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
  const relations =
    after.length > 1
      ? await reader.relations(
          withSubjects(after).map((clause) => [readGone, clause] as const),
          options,
        )
      : [];
  const said = relations.length > 0 ? (after[worst(relations)] as string) : newer;
  const isWhole =
    whole.conflict >= whole.partial &&
    (isOne || lost.every((relation) => lostShare(relation) >= 0.5)) &&
    !before.some((clause) => SAYS_MORE.test(clause)) &&
    all.length <= MAX_CLAUSES;
  if (isWhole) return { gone, said, isWhole, part: null };
  const { conflict, partial } = lost[place] as Relation;
  const [logits] = partial > conflict ? await reader.gone([[readGone, newer]], options) : [];
  const added = wordCount(readGone) - wordCount(gone);
  const words = logits ? replacedWords(gone, logits.subarray(added))?.replace(/\s+/g, ' ') : undefined;
  // A part is located by its words, so they must occur only once.
  if (words !== undefined && placesOf(older.replace(/\s+/g, ' '), words).length === 1)
    return { gone, said, isWhole, part: words };
  return { gone, said, isWhole, part: isOne ? null : gone.replace(/\s+/g, ' ') };
}

const wordCount = (text: string) => text.match(/\S+/g)?.length ?? 0;
const lostShare = ({ conflict, partial }: Relation) => conflict + partial;
const worst = (relations: readonly Relation[]) => {
  const shares = relations.map(lostShare);
  return shares.indexOf(Math.max(...shares));
};
