import { traitsOf } from '../../readers/traits.js';
import { withSubject } from '../../text/clauses.js';
import type { Needs } from '../memories/search/read-results.js';
import type { Found } from './candidate.js';
import type { Detail } from './sql/statements.js';

/** What a vital memory gains, on the scale of the ranking: health, safety, consent, money and deadlines come before chatter. */
export const VITAL_GAIN = 0.25;
/** What one unit of the reader's need logit is worth on that scale. */
const NEED_WEIGHT = 0.15;
/** From this confidence on, an unresolved contradiction decides what is shown. */
const SURE_ENOUGH = 0.55;
/** Words that must be left of a memory for it to be meaningful. */
const LEAST_WORDS = 3;

/** A remainder that is meaningful only together with what was cut. */
const DEPENDENT = /^(?:who|whom|whose|which|that|where|when|because|since)\b/i;

/** The found memories as they hold now: without the words that were superseded since, with what is vital first. */
export function pruneContradicted<F extends Found>(
  found: readonly F[],
  details: readonly Detail[],
  { model, needed }: { model: string; needed: Needs },
): F[] {
  const least = Math.min(...needed.values());
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  return found
    .flatMap((memory) => {
      const detail = byId.get(memory.id);
      if (!detail) return memory;
      const known = detail.contradictions.filter(({ confidence }) => confidence >= SURE_ENOUGH);
      const content = known.reduce<string | null>(
        (text, { part }) => (text === null || part === null ? null : without(text, part)),
        memory.content,
      );
      if (content === null) return [];
      const need = needed.size > 0 ? (needed.get(memory.id) ?? least) : 0;
      const vital = detail.vector ? (traitsOf(model, [detail.vector])?.vital ?? 0) : 0;
      return { ...memory, content, relevance: memory.relevance + NEED_WEIGHT * need + VITAL_GAIN * vital };
    })
    .sort((a, b) => b.relevance - a.relevance);
}

/** A text without some of its words; unchanged if they are not in it, null if nothing is left. */
export function without(text: string, part: string): string | null {
  const line = text.replace(/\s+/g, ' ');
  const at = line.indexOf(part);
  if (at < 0) return text;
  const before = line.slice(0, at).replace(/(?:[,;–—-]|\b(?:and|but))?\s?$/u, '');
  const after = line.slice(at + part.length).replace(/^[\s,;.–—-]*(?:(?:and|but|while)\s+)?/u, '');
  const said = after && withSubject(part, after);
  const rest = [before, said].filter(Boolean).join(/[.!?]$/.test(before) ? ' ' : '; ');
  return rest.split(/\s+/).length < LEAST_WORDS || DEPENDENT.test(rest) ? null : rest;
}
