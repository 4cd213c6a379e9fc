import { DAY } from '../kernel/clock.js';
import { queryTerms, termCounts } from '../language/terms.js';
import type { Reading } from './candidate.js';

/** An event that a question counts time from: "before the trip", "after her wedding". */
export interface Anchor {
  side: 'before' | 'after';
  terms: ReadonlySet<string>;
}

export interface AnchorParameters {
  /** Weight of a memory right beside the event, on the side that was asked for. */
  weight: number;
  /** Days at which it has fallen to 1/e. */
  days: number;
  /** Candidates among which the event is looked for. */
  searched: number;
  /** Share of the event's terms that a memory must have for being about it. */
  found: number;
}

/** Share of the first stage's score that decides between memories with equally many of the event's terms. */
const TIE_BREAK = 0.3;

const EVENT =
  /\b(before|after|since)\s+(?:the|his|her|their|my|our|that|this|\w{1,30}['’]s)\s+((?:[\w'’-]{1,30}\s*){1,6})/i;

export function anchorIn(question: string): Anchor | null {
  const match = EVENT.exec(question);
  const terms = new Set(queryTerms(match?.[2] ?? '').keys());
  if (!match || terms.size === 0) return null;
  return { side: match[1]?.toLowerCase() === 'before' ? 'before' : 'after', terms };
}

/** When the event was, by the memory that speaks of it most; null when none does. */
export function timeOf(anchor: Anchor, readings: readonly Reading[], parameters: AnchorParameters): number | null {
  const best = [...readings].sort((a, b) => b.candidate.fused - a.candidate.fused).slice(0, parameters.searched);
  let time: number | null = null;
  let most = 0;
  for (const { said, candidate } of best) {
    const has = termCounts(said);
    const share = [...anchor.terms].filter((term) => has.has(term)).length / anchor.terms.size;
    const fit = share + TIE_BREAK * candidate.fused;
    if (share >= parameters.found && fit > most) {
      most = fit;
      time = candidate.at;
    }
  }
  return time;
}

/** 0–1 on the side that was asked for, 0 on the other. */
export function besides({ side }: Anchor, time: number, at: number, { days }: AnchorParameters): number {
  const apart = (side === 'before' ? time - at : at - time) / DAY;
  return apart >= 0 ? Math.exp(-apart / days) : 0;
}
