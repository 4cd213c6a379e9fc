import { STOP_WORDS } from '../text/stop-words.js';

/**
 * Whether a memory is about a topic: logistic regression over the reader's logit and how far its cosine stands above what is usual in this
 * scope. Fitted on two invented lives that no model learnt from (docs/timeline.md).
 */
export const TOPIC = {
  logit: 0.38,
  nearness: 21.4,
  bias: -2.16,
  /** Memories of the scopes that this was fitted on. In a smaller one more of them are about what is asked: what ln(scope / memories) adds. */
  scope: 45,
  few: 0.75,
  /** Score from which a memory is about the topic … */
  from: -1,
  /** … unless it stays this far behind the best: beside what is surely meant, the doubtful is not. */
  behind: 4,
} as const;

/** What is usual while few memories tell: texts and topics that have nothing to do with each other, with the bundled model. */
const USUAL = { cosine: 0.46, weight: 8 } as const;

const CLAUSE = /^(?:where|who|whom|whose|what|which|when|why|how)\b/i;

/**
 * How a topic is put to the reader, which learnt from questions: "home", "where she works", "Where does she work?". A thing may also be a place, so
 * the better of two questions counts. A clause is asked in two ways, and a memory must answer both: "where" alone draws every place.
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

export interface TopicQuestions {
  readonly asked: readonly string[];
  /** What a memory's logits, one for each question, say together. */
  of(logits: readonly number[]): number;
}

/** What a clause is about: neither words of grammar nor names, which say whom it is about, and verbs as they stand in a dictionary. */
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

/** What cosine a memory that is not about the topic usually has: the median, which few memories do not tell. */
export function usualCosine(cosines: readonly number[]): number {
  const sorted = [...cosines].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? USUAL.cosine;
  return (sorted.length * median + USUAL.weight * USUAL.cosine) / (sorted.length + USUAL.weight);
}

/** `logit`: what the reader says of it; `memories`: of the scope. */
export function topicScore(logit: number, aboveUsual: number, memories: number): number {
  const few = TOPIC.few * Math.max(0, Math.log(TOPIC.scope / memories));
  return TOPIC.logit * logit + TOPIC.nearness * aboveUsual + TOPIC.bias + few;
}

/** The least score of what is about the topic, given the best one. */
export const topicBar = (best: number): number => Math.max(TOPIC.from, best - TOPIC.behind);
