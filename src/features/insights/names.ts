import { STOP_WORDS } from '../../language/stop-words.js';
import type { ReadMemory } from './reading.js';

/** Memories that must name it. */
const FEWEST = 3;
/** What stands in more of the memories than this is whose memories they are. */
const EVERYWHERE = 0.5;
/** Of its uses, so many must be written like a name. */
const WRITTEN_LIKE_ONE = 0.8;
const CALENDAR = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september ' +
    'october november december am pm utc'
  ).split(' '),
);
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|[.!?:\n]+/gu;

export interface RecurringName {
  name: string;
  memories: ReadMemory[];
  /** The share of its uses that are written like a name. */
  certainty: number;
}

export interface Word {
  bare: string;
  capital: boolean;
  /** Begins a sentence, where everything is written with a capital. */
  first: boolean;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let first = true;
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[.!?:\n]/.test(token)) {
      first = true;
      continue;
    }
    words.push({ bare: token.replace(/['’]s$/u, ''), capital: /^\p{Lu}/u.test(token), first });
    first = false;
  }
  return words;
}

/** Names that come up again and again, by shape alone, most memories first. Neighbouring capitals make one name. */
export function recurringNames(memories: readonly ReadMemory[]): RecurringName[] {
  const inside = new Map<string, number>();
  const lower = new Map<string, number>();
  const bump = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const { words } of memories) {
    for (const { bare, capital, first } of words) {
      if (!capital) bump(lower, bare.toLowerCase());
      else if (!first) bump(inside, bare.toLowerCase());
    }
  }
  const certainty = (word: string) => {
    const capital = inside.get(word) ?? 0;
    return capital / (capital + (lower.get(word) ?? 0));
  };
  const isName = ({ bare, capital }: Word) => {
    const word = bare.toLowerCase();
    if (!capital || bare.length < 2 || STOP_WORDS.has(word) || CALENDAR.has(word) || /^i['’]/.test(word)) return false;
    return (inside.get(word) ?? 0) >= 2 && certainty(word) >= WRITTEN_LIKE_ONE;
  };
  const found = new Map<string, Set<ReadMemory>>();
  for (const memory of memories) {
    for (const name of namesOf(memory.words, isName)) {
      const holders = found.get(name) ?? new Set();
      found.set(name, holders.add(memory));
    }
  }
  const most = Math.max(FEWEST, EVERYWHERE * memories.length);
  return [...found]
    .filter(([, holders]) => holders.size >= FEWEST && holders.size <= most)
    .map(([name, holders]) => ({
      name,
      memories: [...holders],
      certainty: Math.min(...name.split(' ').map((word) => certainty(word.toLowerCase()))),
    }))
    .sort((a, b) => b.memories.length - a.memories.length || (a.name < b.name ? -1 : 1));
}

function namesOf(words: readonly Word[], isName: (word: Word) => boolean): string[] {
  const names: string[] = [];
  let run: string[] = [];
  for (const word of words) {
    if (word.first) run = [];
    if (isName(word)) {
      run.push(word.bare);
      if (run.length > 1) names.pop();
      names.push(run.join(' '));
    } else run = [];
  }
  return names;
}
