import type { Knowledge } from './knowledge.js';
import type { Line } from './line.js';
import type { Ground } from './scopes.js';

/** Milliseconds that a request for an id takes. */
export interface Timing {
  questions: number;
  /** For ids that exist under another key. */
  others: { median: number; quartiles: [number, number] };
  /** For ids that do not exist. */
  nobodys: { median: number; quartiles: [number, number] };
  /** How often one of the first is slower than one of the second; 0.5 means they are indistinguishable. */
  slowerShare: number;
}
const QUESTIONS = 400;

/** Requests, alternately, ids of other keys and ids that do not exist. */
export async function timingOf(ground: Ground, line: Line, known: Knowledge): Promise<Timing> {
  const others: number[] = [];
  const nobodys: number[] = [];
  const ids = known.ids(0, 'mem');
  for (let i = 0; i < QUESTIONS; i++) {
    const id = ids[i % ids.length] ?? '';
    const nonexistentId = `${id.slice(0, -6)}zzzzzz`;
    // The order alternates.
    for (const asked of i % 2 ? [id, nonexistentId] : [nonexistentId, id]) {
      const start = performance.now();
      await line.ask({ method: 'GET', path: `/memory/${asked}`, secret: ground.observer.secret });
      (asked === id ? others : nobodys).push(performance.now() - start);
    }
  }
  const slower = others.filter((time, i) => time > (nobodys[i] ?? 0)).length;
  return { questions: QUESTIONS, others: spread(others), nobodys: spread(nobodys), slowerShare: slower / QUESTIONS };
}

function spread(times: readonly number[]): { median: number; quartiles: [number, number] } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 1_000) / 1_000;
  return { median: at(0.5), quartiles: [at(0.25), at(0.75)] };
}
