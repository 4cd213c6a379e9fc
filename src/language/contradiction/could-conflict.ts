import { says, stemsOf } from './coverage.js';
import { remembered } from './memo.js';
import type { Statement } from './statement.js';
import { wordsOf } from './words.js';

/** Below this the service's default model sees two topics (unrelated pairs have a median of 0.41). */
const LEAST_COSINE = 0.4;
/** From here on the meaning is near enough without a common word. */
const NEAR_COSINE = 0.6;
/** What a text is about shows within its first characters. */
const READ_CHARACTERS = 3000;

const topicOf = remembered(({ text }: Statement) =>
  stemsOf(wordsOf(text.slice(0, READ_CHARACTERS)).filter((word) => word.weight === 1)),
);

/** Whether `compare` is worth calling: a set intersection, for choosing among the nearest memories. */
export function couldConflict(a: Statement, b: Statement, cosine?: number): boolean {
  if (cosine !== undefined && cosine < LEAST_COSINE) return false;
  if (cosine !== undefined && cosine >= NEAR_COSINE) return true;
  const [fewer, more] = topicOf(a).size <= topicOf(b).size ? [topicOf(a), topicOf(b)] : [topicOf(b), topicOf(a)];
  for (const stem of fewer) if (says(more, stem)) return true;
  for (const stem of more) if (says(fewer, stem)) return true;
  return false;
}
