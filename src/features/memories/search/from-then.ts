import { momentsOf } from '../../../ranking/hybrid/moment.js';
import type { Question } from '../../../ranking/hybrid/question.js';
import { distance, type FoundSpan } from '../../../text/dates/dates.js';

interface Dated {
  valid_from: number | null;
  created_at: number;
}

/** Words before a time that do not belong to it. */
const LEADING = /^(?:in|during|of|on|at|over|for|around|between|and) (?:the )?/i;

/**
 * For each memory, the time that the question names and that it is from, in the question's words ("last week"), or null. If everything was stored in
 * that time and no memory says since when it is true, that tells nothing about any of them.
 */
export function timesIn(
  { text, spans }: Pick<Question, 'text' | 'spans'>,
  memories: readonly Dated[],
  texts: readonly string[],
): (string | null)[] {
  const from = memories.map(({ valid_from, created_at }, i) => {
    const moments = momentsOf(valid_from ?? created_at, texts[i] ?? '');
    return spans.find((span) => moments.some((moment) => distance(span, moment) === 0)) ?? null;
  });
  const tells = memories.some(({ valid_from }, i) => valid_from !== null || from[i] === null);
  return from.map((span) => (span && tells ? wordsOf(text, span) : null));
}

const wordsOf = (text: string, { index, length }: FoundSpan) =>
  text
    .slice(index, index + length)
    .replace(/\s+/g, ' ')
    .replace(LEADING, '');
