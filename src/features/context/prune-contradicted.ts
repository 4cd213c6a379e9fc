import { worthOf } from '../../readers/traits.js';
import { clauses, placesOf, withSubject } from '../../text/clauses.js';
import type { Needs } from '../memories/search/read-results.js';
import type { Found } from './candidate.js';
import type { Detail } from './sql/statements.js';

/** What a vital memory gains, on the scale of the ranking: health, safety, consent, money and deadlines come before chatter. */
export const VITAL_GAIN = 0.25;
/** What one unit of the reader's need logit is worth on that scale. */
const NEED_WEIGHT = 0.15;
/** What a memory gains, in a context without a question, if it says something one must know about the person. */
const PORTRAIT_GAIN = 2;
/** From this confidence on, an unresolved contradiction decides what is shown. */
const SURE_ENOUGH = 0.55;
/** Characters of a text in which a part is looked for: contradictions are found in the first 2,000, which a speaker's name may precede. */
const READ = 2_100;
/** Words that must be left of a memory for it to be meaningful: without a clause, and with an ellipsis in place of words. */
const MIN_WORDS = { withoutClause: 3, withEllipsis: 5 };
/** What is left of a memory loses this much: in a small budget, statements that hold as a whole come first. */
const REST_LOSES = 0.4;
/** The least by which it ranks below what replaced the other part. */
const BELOW = 1e-6;

/** A remainder that is meaningful only together with what was cut. */
const DEPENDENT = /^(?:who|whom|whose|which|that|where|when|because|since)\b/i;

/**
 * The found memories as they hold now: without the words that were superseded since, with what is vital first. What is left of
 * a memory ranks below the one that replaced the rest.
 */
export function pruneContradicted<F extends Found>(
  found: readonly F[],
  details: readonly Detail[],
  { model, needed }: { model: string; needed: Needs | 'portrait' },
): F[] {
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  const need = needed === 'portrait' ? () => 0 : needIn(needed);
  const holding = found.flatMap((memory) => {
    const detail = byId.get(memory.id);
    if (!detail) return { memory, by: [] };
    const known = detail.contradictions
      .filter(({ confidence }) => confidence >= SURE_ENOUGH)
      .sort((a, b) => (b.part?.length ?? 0) - (a.part?.length ?? 0) || (a.by < b.by ? -1 : 1));
    const content = known.reduce<string | null>(
      (text, { part }) => (text === null || part === null ? null : without(text, part)),
      memory.content,
    );
    if (content === null) return [];
    const worth = detail.vector && !memory.isOver ? worthOf(model, detail.vector) : null;
    const gain = needed === 'portrait' ? PORTRAIT_GAIN * (worth?.portrait ?? 0) : NEED_WEIGHT * need(memory.id);
    const lost = content === memory.content ? 0 : REST_LOSES;
    const relevance = memory.relevance + gain + VITAL_GAIN * (worth?.vital ?? 0) - lost;
    return { memory: { ...memory, content, relevance }, by: known.map((one) => one.by) };
  });
  const all = new Map(holding.map((one) => [one.memory.id, one]));
  const places = new Map<string, number>();
  const lowered = (id: string): number => {
    const [one, known] = [all.get(id), places.get(id)];
    if (!one || known !== undefined) return known ?? Number.POSITIVE_INFINITY;
    places.set(id, one.memory.relevance); // in case the chain leads back to it
    const place = one.by.reduce((least, by) => Math.min(least, lowered(by) - BELOW), one.memory.relevance);
    places.set(id, place);
    return place;
  };
  return holding
    .map(({ memory }) => ({ ...memory, relevance: lowered(memory.id) }))
    .sort((a, b) => b.relevance - a.relevance);
}

/** A memory that was not read counts as the least needed of those that were. */
function needIn(needed: Needs): (id: string) => number {
  const least = needed.size > 0 ? Math.min(...needed.values()) : 0;
  return (id) => needed.get(id) ?? least;
}

/**
 * A text without what no longer holds: a clause is left out, words inside one become an ellipsis. Unchanged if it does not contain them, null if
 * nothing meaningful is left.
 */
export function without(text: string, part: string): string | null {
  const [beginning, tail] = [text.slice(0, READ), text.slice(READ)];
  const line = beginning.replace(/\s+/g, ' ');
  const [at] = placesOf(line, part);
  if (at === undefined) return text;
  const [before, after] = [line.slice(0, at), line.slice(at + part.length)];
  const isClause = clauses(beginning).some((clause) => isSameClause(clause.replace(/\s+/g, ' '), part));
  const rest = isClause ? withoutClause(before, part, after) : `${before}…${after}`;
  const least = isClause ? MIN_WORDS.withoutClause : MIN_WORDS.withEllipsis;
  const words = (rest + tail.slice(0, READ)).split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length < least || DEPENDENT.test(rest) ? null : rest + tail;
}

/** In a context, the first clause may begin with its speaker. */
const isSameClause = (clause: string, part: string) => clause === part || clause.endsWith(`: ${part}`);

function withoutClause(before: string, part: string, after: string): string {
  const kept = before.replace(/(?:[,;–—-]|\b(?:and|but))?\s?$/u, '');
  const next = after.replace(/^[\s,;.–—-]*(?:(?:and|but|while)\s+)?/u, '');
  const said = next && withSubject(part, next);
  return [kept, said].filter(Boolean).join(/[.!?:]$/.test(kept) ? ' ' : '; ');
}
