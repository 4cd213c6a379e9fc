import { subjectOf } from './clauses.js';
import { termCounts } from './terms.js';

/** Ends the owner in "my sister", "Ann's brother". */
const OWNER = /^(?:my|our|your|his|her|their|its)(?=\s)|['’]s(?=\s)/i;
const BY_SPEAKER = /^(?:my|our)$/i;
/** May be anybody who is spoken of. */
const POINTS = /^(?:he|she|it|they)$/i;
/** The person whose memories these are, under whatever name. */
const ANYBODY = /^(?:I|you|he|she|it|we|they|user)$/i;

/** Whose it is, if it is somebody's: "Ann's", "brother" of "Ann's brother". */
function owned(subject: string): { owner: string; head: string } | undefined {
  const found = OWNER.exec(subject);
  if (!found) return undefined;
  const end = found.index + found[0].length;
  return { owner: subject.slice(0, end), head: subject.slice(end) };
}

const shareWord = (one: string, other: string) => {
  const words = termCounts(other);
  return [...termCounts(one).keys()].some((word) => words.has(word));
};

/** Whether two clauses may be about the same, as far as the words with which they begin tell: "Dad" is not "Dad's neighbour". */
export function maySpeakOfSame(one: string, other: string): boolean {
  const [a, b] = [subjectOf(one)?.replace(/['’]s$/, ''), subjectOf(other)?.replace(/['’]s$/, '')];
  if (a === undefined || b === undefined) return true;
  const [ofA, ofB] = [owned(a), owned(b)];
  if (ofA && ofB) return shareWord(ofA.head, ofB.head) && maybeSameOwner(ofA.owner, ofB.owner);
  const thing = ofA ?? ofB;
  if (!thing) return ANYBODY.test(a) || ANYBODY.test(b) || shareWord(a, b);
  const free = ofA ? b : a;
  return /^it$/i.test(free) || (BY_SPEAKER.test(thing.owner) && POINTS.test(free));
}

/** Two names are two owners; whom a pronoun stands for is not known. */
const maybeSameOwner = (one: string, other: string) =>
  ![one, other].every((owner) => /['’]s$/.test(owner)) || one === other;
