import { keyphrases } from '../../readers/keyphrases.js';
import { fold } from '../../text/fold.js';
import { stem } from '../../text/stem.js';
import type { ReadMemory } from './reading.js';

/** Memories whose texts a label is taken from: those nearest to the topic's centre. */
const READ = 40;
/** A tag that this share of the topic has, and at most this share of the rest, is what people call the topic. */
const TAGGED = { within: 0.6, elsewhere: 0.3 };
/** The share of the texts that must contain a phrase; and the share that a category, which says less, must apply to. */
const PHRASED = 0.25;
const CATEGORISED = 0.7;
/** Phrases tried, best first. */
const CANDIDATES = 6;
/** A word in more of all memories than this, mostly elsewhere, says nothing about a topic: it says whose memories they are. */
const COMMON = 0.25;
/** A single word is a thing, not an activity, if this share of its uses follows one of these words or is written like a name. */
const THING = 0.3;
const NOUN_MARKERS = new Set(
  (
    'a an the this that these those my your his her its our their some any no each every of for in on at with about from by into and or ' +
    'new old own favourite favorite'
  ).split(' '),
);

/** What all memories of the sample are about: a label must distinguish its topic from the rest. */
interface Corpus {
  documents: number;
  /** In how many memories each stem occurs, and each tag. */
  stems: ReadonlyMap<string, number>;
  tags: ReadonlyMap<string, number>;
}

export function corpusOf(memories: readonly ReadMemory[]): Corpus {
  return {
    documents: memories.length,
    stems: countsOf(memories, ({ terms }) => terms),
    tags: countsOf(memories, ({ tags }) => tags),
  };
}

function countsOf(memories: readonly ReadMemory[], of: (memory: ReadMemory) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const memory of memories) for (const item of of(memory)) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * What a person would call a topic: the tag its memories share, or else the phrase they share and others do not have, or else their category. Null if
 * they share none of these: then nothing is claimed.
 */
export const labelOf = (members: readonly ReadMemory[], corpus: Corpus): string | null =>
  tagOf(members, corpus) ?? phraseOf(members, corpus) ?? categoryOf(members);

function tagOf(members: readonly ReadMemory[], { documents, tags }: Corpus): string | null {
  const others = Math.max(1, documents - members.length);
  const candidates = [...countsOf(members, (memory) => memory.tags)].flatMap(([tag, within]) => {
    const elsewhere = ((tags.get(tag) ?? 0) - within) / others;
    return within >= TAGGED.within * members.length && elsewhere <= TAGGED.elsewhere
      ? [{ tag, within, elsewhere }]
      : [];
  });
  candidates.sort((a, b) => b.within - a.within || a.elsewhere - b.elsewhere || (a.tag < b.tag ? -1 : 1));
  return candidates[0]?.tag ?? null;
}

function phraseOf(members: readonly ReadMemory[], { documents, stems }: Corpus): string | null {
  const texts = members.slice(0, READ).map(({ text }) => text);
  const own = countsOf(members, ({ terms }) => terms);
  const rest = {
    documents: documents - members.length,
    frequency: (stem: string) => (stems.get(stem) ?? 0) - (own.get(stem) ?? 0),
  };
  const found = keyphrases(texts, { limit: CANDIDATES, ...(rest.documents > 0 ? { rest } : {}) });
  const isSpecific = (phrase: string) =>
    phrase.split(' ').some((word) => {
      const everywhere = stems.get(stem(fold(word))) ?? 0;
      return everywhere <= COMMON * documents || (own.get(stem(fold(word))) ?? 0) > everywhere / 2;
    });
  const fits = found.find(
    ({ phrase, count, score }) =>
      score > 0 && count >= PHRASED * texts.length && isSpecific(phrase) && isNounLike(phrase, members.slice(0, READ)),
  );
  return fits?.phrase ?? null;
}

function isNounLike(phrase: string, members: readonly ReadMemory[]): boolean {
  if (phrase.includes(' ')) return true;
  const wanted = stem(fold(phrase));
  let uses = 0;
  let things = 0;
  for (const { words } of members) {
    for (const [i, word] of words.entries()) {
      if (stem(fold(word.bare)) !== wanted) continue;
      uses++;
      const before = word.first ? '' : (words[i - 1]?.bare.toLowerCase() ?? '');
      if (NOUN_MARKERS.has(before) || (word.capital && !word.first)) things++;
    }
  }
  return things >= THING * uses;
}

function categoryOf(members: readonly ReadMemory[]): string | null {
  const counts = new Map<string, number>();
  for (const { category } of members) counts.set(category, (counts.get(category) ?? 0) + 1);
  const [name, count] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? ['other', 0];
  return name !== 'other' && count >= CATEGORISED * members.length ? name : null;
}
