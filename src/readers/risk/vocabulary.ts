import { fold } from '../../text/fold.js';
import { type Part, RISK_WORDS } from './words.js';

/** What is known about a word. Phrases are chains: a word knows the words that may follow it. */
export interface Entry {
  readonly parts: Part[];
  /** "forwards", "ignored", "sending": the act is reported. */
  inflected: boolean;
  readonly next: Map<Entry, Entry>;
  /** Its effect on the verb after it. */
  lead?: 'narrates' | 'forbids' | 'to' | 'orders';
}

const LEADS = {
  narrates: `he she they it user who that which was were are been being can could may might would did didn't does
    doesn't the a an him her his their of for i we me us`,
  forbids: "never not don't dont cannot can't nicht",
  to: 'to',
  /** Before "to" these express an order: "I want you to", "your task is to". */
  orders: 'you need is have required want',
} as const;

const entries = new Map<string, Entry>();
const fresh = (inflected = false): Entry => ({ parts: [], inflected, next: new Map() });

function entryOf(word: string): Entry {
  const known = entries.get(word);
  if (known) return known;
  const entry = fresh();
  entries.set(word, entry);
  return entry;
}

for (const [part, list] of Object.entries(RISK_WORDS) as [Part, string][]) {
  for (const phrase of list.split(',')) {
    const [first = '', ...rest] = fold(phrase)
      .trim()
      .split(/[\s-]+/);
    let entry = entryOf(first);
    for (const word of rest) {
      const following = entryOf(word);
      const longer = entry.next.get(following) ?? fresh();
      entry.next.set(following, longer);
      entry = longer;
    }
    if (!entry.parts.includes(part)) entry.parts.push(part);
  }
}
const plain = [...entries].filter(([word, { parts }]) => parts.length > 0 && /^[a-z]{3,}$/.test(word));
for (const [word, { parts }] of plain) {
  const root = word.replace(/e$/, '');
  for (const form of [`${word}s`, `${word}es`, `${root}ed`, `${root}ing`]) {
    if (!entries.has(form)) entries.set(form, { ...fresh(true), parts });
  }
}
for (const [lead, list] of Object.entries(LEADS)) {
  for (const word of list.split(/\s+/)) entryOf(word).lead = lead as keyof typeof LEADS;
}

export const vocabulary: ReadonlyMap<string, Entry> = entries;

/**
 * The words to look for in text that is run together. In descending order a longer word comes before its own prefix, and the engine shares common
 * prefixes.
 */
export const GLUED = new RegExp(
  plain
    .map(([word]) => word)
    .toSorted()
    .toReversed()
    .join('|'),
  'g',
);
