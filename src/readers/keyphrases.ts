import { fold } from '../text/fold.js';
import { stem } from '../text/stem.js';
import { STOP_WORDS } from '../text/stop-words.js';

/** Most words in a phrase: "quarterly budget review". */
const LONGEST = 3;
/** Characters of a text that are read: it says early what it is about, and this limits the work. */
const READ = 5_000;
/** A phrase of two or three words says more than one of them alone. */
const LENGTH_BONUS = [0, 1, 1.6, 1.9];
/** Words for actions, not things: no phrase begins or ends with one of these. */
const NOT_A_NOUN = new Set(
  (
    'get got go goes going went want wants wanted need needs needed like likes liked love loves loved say says said tell told ' +
    'think thinks thought know knows knew see sees saw make makes made take takes took use uses used come comes came give gives ' +
    'gave put let work works worked live lives lived prefer prefers preferred mention mentions mentioned ask asks asked good ' +
    'great new old big small last next first many much more most lot every all today yesterday tomorrow now please thanks one two'
  ).split(' '),
);
const WORD = /[\p{L}\p{N}]+(?:[''’-][\p{L}\p{N}]+)*|[.,;:!?。！？\n]/gu;
const NO_WORD = /^[.,;:!?。！？\n]$/;

export interface Keyphrase {
  phrase: string;
  /** Number of texts that contain it. */
  count: number;
  score: number;
}
export interface KeyphraseOptions {
  limit?: number;
  /** What the other texts of the corpus are about: a label must distinguish this one from those. */
  rest?: { documents: number; frequency(stem: string): number };
}

interface Found {
  stems: string[];
  texts: Set<number>;
  forms: Map<string, number>;
}

const isEdge = (word: string) =>
  !STOP_WORDS.has(word) && !NOT_A_NOUN.has(word) && word.length > 1 && !/^\p{N}+$/u.test(word);

function collect(texts: readonly string[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [index, text] of texts.entries()) {
    const words = text.slice(0, READ).match(WORD) ?? [];
    const plain = words.map((word) => fold(word).replace(/'s$/, ''));
    for (let at = 0; at < words.length; at++) {
      if (!isEdge(plain[at] as string)) continue;
      for (let size = 1; size <= LONGEST && at + size <= words.length; size++) {
        const last = plain[at + size - 1] as string;
        if (NO_WORD.test(last) || STOP_WORDS.has(last)) break;
        if (!isEdge(last)) continue;
        note(found, plain.slice(at, at + size).map(stem), words.slice(at, at + size).join(' '), index);
      }
    }
  }
  return found;
}

function note(found: Map<string, Found>, stems: string[], form: string, text: number): void {
  const key = stems.join(' ');
  const entry = found.get(key) ?? { stems, texts: new Set(), forms: new Map() };
  entry.texts.add(text);
  entry.forms.set(form, (entry.forms.get(form) ?? 0) + 1);
  found.set(key, entry);
}

/** What texts are about: frequent phrases of one to three words that the rest of the corpus uses less. Best first, none contained in another. */
export function keyphrases(texts: readonly string[], { limit = 3, rest }: KeyphraseOptions = {}): Keyphrase[] {
  const needed = texts.length > 2 ? 2 : 1;
  const ranked: (Keyphrase & { stems: string[] })[] = [];
  for (const { stems, texts: holders, forms } of collect(texts).values()) {
    if (holders.size < needed) continue;
    const rarity = rest
      ? Math.min(...stems.map((term) => Math.log((rest.documents + 1) / (rest.frequency(term) + 1))))
      : 1;
    const score = holders.size * (LENGTH_BONUS[stems.length] as number) * Math.max(0, rarity);
    const [phrase = ''] = [...forms].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([form]) => form);
    ranked.push({ phrase, count: holders.size, score, stems });
  }
  ranked.sort((a, b) => b.score - a.score || b.stems.length - a.stems.length || (a.phrase < b.phrase ? -1 : 1));
  const taken: typeof ranked = [];
  for (const entry of ranked) {
    if (taken.length === limit) break;
    if (!taken.some((other) => entry.stems.some((term) => other.stems.includes(term)))) taken.push(entry);
  }
  return taken.map(({ phrase, count, score }) => ({ phrase, count, score }));
}
