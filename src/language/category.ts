import { CATEGORY_PATTERNS } from './category-patterns.js';
import { commerce } from './lexicon/commerce.js';
import { events } from './lexicon/events.js';
import { facts } from './lexicon/facts.js';
import { health } from './lexicon/health.js';
import type { Lexicon } from './lexicon/lexicon.js';
import { location } from './lexicon/location.js';
import { people } from './lexicon/people.js';
import { preferences } from './lexicon/preferences.js';
import { tasks } from './lexicon/tasks.js';
import { technical } from './lexicon/technical.js';
import { stem, words } from './words.js';

/**
 * Also the order in which ties are broken: what is dangerous or costly to overlook comes first, what can be said about
 * almost anything (a preference, a fact) last.
 */
const LEXICONS = { health, tasks, commerce, technical, events, location, people, preferences, facts } as const;

export type Category = keyof typeof LEXICONS | 'other';
export const CATEGORIES: readonly Category[] = [
  'preferences',
  'people',
  'tasks',
  'events',
  'technical',
  'commerce',
  'location',
  'health',
  'facts',
  'other',
];

/** What a memory is about is said at its beginning; this bound also makes the cost of any text constant. */
const READ_CHARACTERS = 2_000;
/** A phrase is worth more than the words in it, a telling word more than two vague ones next to another category. */
const WEIGHT = { phrases: 3, strong: 2, weak: 0.9 } as const;
/** A plain statement with no other evidence; below one weak word, so any topic wins over it. */
const STATEMENT = 0.8;
const LONGEST_PHRASE = 4;
const STATEMENT_WORDS = 3;
/** "She prefers", "Octopuses have": somebody states something, as opposed to a greeting or an exclamation. */
const STATES = /\b(?:is|are|was|were|has|have|had|never|always|can|will|does|did)\b|\p{Ll}{3,}s \p{L}|\p{Ll}{2,}ed\b/u;
const SMALL_TALK_WORDS = 2;
/** Small talk states things too ("Thanks, that was great") and none of them is worth filing as a fact. */
const SMALL_TALK =
  /^\W{0,8}(?:thanks|thank|thx|ok|okay|hello|hi|hey|hmm+|yes|yeah|no|sure|sorry|bye|great|good|wow)\b/i;

const TOPICS = Object.keys(LEXICONS) as Category[];
type Scores = Map<Category, number>;
const EVIDENCE = index();
/** Only these can begin a phrase; the others need not be joined with what follows. */
const PHRASE_STARTS = new Set(
  [...EVIDENCE.keys()].filter((term) => term.includes(' ')).map((term) => term.split(' ')[0]),
);

/**
 * The category with the highest sum of evidence, where each phrase, word and pattern counts once however often it
 * occurs; ties go to the earlier in the order above, no evidence at all to `other`.
 */
export function categorize(text: string): Category {
  const start = text.slice(0, READ_CHARACTERS);
  const stems = words(start).map(stem);
  const smallTalk = SMALL_TALK.test(start);
  if (smallTalk && stems.length <= SMALL_TALK_WORDS) return 'other';
  const scores: Scores = new Map();
  const seen = new Set<string>();
  eachTerm(stems, (term) => {
    const evidence = EVIDENCE.get(term);
    if (!evidence || seen.has(term)) return;
    seen.add(term);
    for (const [category, weight] of evidence) add(scores, category, weight);
  });
  for (const { category, weight, pattern } of CATEGORY_PATTERNS) if (pattern.test(start)) add(scores, category, weight);
  if (stems.length >= STATEMENT_WORDS && !smallTalk && STATES.test(start)) add(scores, 'facts', STATEMENT);
  let best: Category = 'other';
  for (const category of TOPICS) {
    if ((scores.get(category) ?? 0) > (scores.get(best) ?? 0)) best = category;
  }
  return best;
}

function add(scores: Scores, category: Category, weight: number) {
  scores.set(category, (scores.get(category) ?? 0) + weight);
}

/** Every stem, and every run of up to four that may be a phrase. */
function eachTerm(stems: readonly string[], take: (term: string) => void): void {
  for (let from = 0; from < stems.length; from++) {
    let phrase = stems[from] as string;
    take(phrase);
    if (!PHRASE_STARTS.has(phrase)) continue;
    for (let to = from + 1; to < from + LONGEST_PHRASE && to < stems.length; to++) {
      phrase += ` ${stems[to]}`;
      take(phrase);
    }
  }
}

function index() {
  const found = new Map<string, [Category, number][]>();
  for (const [category, lexicon] of Object.entries(LEXICONS) as [Category, Lexicon][]) {
    const seen = new Set<string>();
    for (const strength of ['phrases', 'strong', 'weak'] as const) {
      for (const entry of lexicon[strength].split(strength === 'phrases' ? ',' : /\s+/)) {
        const term = words(entry).map(stem).join(' ');
        if (term === '' || seen.has(term)) continue;
        seen.add(term);
        found.set(term, [...(found.get(term) ?? []), [category, WEIGHT[strength]]]);
      }
    }
  }
  return found;
}
