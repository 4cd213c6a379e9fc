import { STOP_WORDS } from '../text/stop-words.js';

/**
 * Whether a memory is about a topic: logistic regression over the reader's logit and how far the memory's cosine is above the usual one in this
 * scope. Fitted on two invented lives that no model was trained on (docs/timeline.md).
 */
export const TOPIC = {
  logit: 0.38,
  nearness: 21.4,
  bias: -2.16,
  /** Size of the scopes this was fitted on. In a smaller scope a larger share is about the topic: ln(scope / memories) accounts for that. */
  scope: 45,
  few: 0.75,
  /** A memory with at least this score is about the topic … */
  from: -1,
  /** … unless it is this far behind the best: next to a clear match, a doubtful one does not count. */
  behind: 4,
} as const;

/** The usual cosine when there are few memories to measure it: unrelated texts and topics, with the bundled model. */
const USUAL = { cosine: 0.46, weight: 8 } as const;

const CLAUSE = /^(?:where|who|whom|whose|what|which|when|why|how)\b/i;

/**
 * How a topic is put to the reader, which was trained on questions: "home", "where she works", "Where does she work?". A thing may also be a place,
 * so the better of two questions counts. A clause is asked in two ways, and a memory must answer both: "where" alone attracts every place.
 */
export function questionsAbout(topic: string): TopicQuestions {
  const given = topic.trim();
  const asks = given.endsWith('?');
  const plain = /[?.!]$/.test(given) ? given.slice(0, -1) : given;
  if (!CLAUSE.test(plain)) {
    const asked = asks ? [given] : [`What is the user's ${plain}?`, `Where is the user's ${plain}?`];
    return { asked, of: (logits) => Math.max(...logits) };
  }
  const asked = asks ? given : `Do you know ${plain}?`;
  const subject = subjectOf(plain.split(/\s+/));
  return {
    asked: subject ? [asked, `What is the user's ${subject}?`] : [asked],
    of: (logits) => Math.min(...logits),
  };
}

interface TopicQuestions {
  readonly asked: readonly string[];
  /** Combines a memory's logits, one per question. */
  of(logits: readonly number[]): number;
}

/** What a clause is about: no function words, no names (they say whom it is about), and verbs in their dictionary form. */
function subjectOf(words: readonly string[]): string {
  const content = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  const things = content.filter((word) => !/^\p{Lu}/u.test(word));
  return (things.length > 0 ? things : content).map(withoutS).join(' ');
}

const withoutS = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x|o)es$/, '$1')
    .replace(/(?<!s)s$/, '');

/** The cosine that a memory not about the topic usually has: the median, which is unreliable for few memories. */
export function usualCosine(cosines: readonly number[]): number {
  const sorted = [...cosines].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? USUAL.cosine;
  return (sorted.length * median + USUAL.weight * USUAL.cosine) / (sorted.length + USUAL.weight);
}

/** `logit` is the reader's, for this memory; `memories` is the size of the scope. */
export function topicScore(logit: number, aboveUsual: number, memories: number): number {
  const few = TOPIC.few * Math.max(0, Math.log(TOPIC.scope / memories));
  return TOPIC.logit * logit + TOPIC.nearness * aboveUsual + TOPIC.bias + few;
}

/** The lowest score that counts as about the topic, given the best one. */
export const topicThreshold = (best: number): number => Math.max(TOPIC.from, best - TOPIC.behind);
