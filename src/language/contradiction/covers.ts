import { says } from './coverage.js';
import { factsOf } from './facts.js';
import type { Judgement } from './judgement.js';
import { remembered } from './memo.js';
import type { Statement } from './statement.js';
import { type Word, wordsOf } from './words.js';

/** Where one assertion ends and the next begins. Too many parts err on the safe side: each must be addressed. */
const PARTS = /(?<=[.!?])\s+|[\n;。！？]+|,\s+|\s+(?:and|but|while|because)\s+/iu;
/** A text of more parts is never superseded by itself; every part is compared with every part. */
const MOST_PARTS = 16;
/** The same of longer texts. */
const MOST_CHARACTERS = 2_000;

interface Part extends Statement {
  words: Word[];
  /** Stems of what it is about, and its figures; not of light words ("works"), which any part may do without. */
  content: ReadonlySet<string>;
}

const partsOf = remembered(({ text, at }: Statement): Part[] | null => {
  if (text.length > MOST_CHARACTERS) return null;
  const parts = text.split(PARTS).filter((part) => part?.trim());
  return parts.length > MOST_PARTS ? null : parts.map((part) => ({ text: part, at, ...contentOf(part) }));
});

function contentOf(text: string): Pick<Part, 'words' | 'content'> {
  const words = wordsOf(text);
  const telling = words.filter((word) => word.weight === 1 || /^\d/.test(word.lower));
  return { words, content: new Set(telling.map((word) => word.stem)) };
}

const unsaid = (part: Part, said: ReadonlySet<string>) =>
  [...part.content].filter((stem) => !said.has(stem) && !says(said, stem)).length;

/**
 * Whether the newer statement addresses all that the older one says: each part of it is repeated or contradicted, and the contradiction
 * has a word for each word that it drops. Only then may the older one leave search without anybody's decision.
 */
export function covers(
  older: Statement,
  newer: Statement,
  contradicts: (older: Statement, newer: Statement) => Judgement | null,
): boolean {
  const before = partsOf(older);
  const after = partsOf(newer);
  if (!before || !after) return false;
  const saidNow = new Set(after.flatMap((part) => [...part.content]));
  const replaces = (now: Part, then: Part) =>
    unsaid(then, now.content) <= unsaid(now, then.content) &&
    (sameMatter(then, now) || contradicts(then, now) !== null);
  return before.every((then) => unsaid(then, saidNow) === 0 || after.some((now) => replaces(now, then)));
}

/** Both give the one home, employer, deadline … of their subject, or say that one is over. */
const sameMatter = (a: Part, b: Part) => {
  const about = factsIn(b);
  return factsIn(a).some((fact) => about.includes(fact));
};
const factsIn = (part: Part) =>
  factsOf({ text: part.text, words: part.words, sentence: 0, question: false }).map(
    (fact) => `${fact.about} ${fact.which}`,
  );
