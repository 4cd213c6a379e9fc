import { inSlices } from '../../kernel/turns/slices.js';
import type { Category } from '../../readers/category.js';
import { passedAt } from '../../text/dates/passed.js';
import { STANDING } from './standing.js';

/** What tells whether a memory was about something still to come. */
export interface Plan {
  content: string;
  category: Category;
  valid_from: number | null;
  created_at: number;
  verified_at: number | null;
}

const PLANS: ReadonlySet<Category> = new Set(['tasks', 'events']);
const APPOINTMENT = /\b(?:appointment|check-?up|visit|consultation|scan|(?:eye|hearing|blood) test)\b/i;
/** The most importance, 0–10, that counts of a plan that is over. */
const IMPORTANCE_LEFT = 3;

/** When the time passed that a plan names; null if it has not, or if the plan was verified since. */
export function overSince(
  { content, category, valid_from, created_at, verified_at }: Plan,
  now: number,
): number | null {
  if (!PLANS.has(category) && category !== 'health') return null;
  const written = valid_from ?? created_at;
  const passed = passedAt(content, { written, seen: Math.max(written, verified_at ?? 0) }, now);
  if (passed === null || (verified_at !== null && verified_at >= passed)) return null;
  return category === 'health' && !isAppointment(content) ? null : passed;
}

/** What else a text about health says must stay in its place, so it may only be an appointment. */
const isAppointment = (text: string) => APPOINTMENT.test(text) && !/[,;]/.test(text);

interface Standing extends Plan {
  importance: number;
  standing: number;
}

/** The memories of a portrait with their relevance: their standing, less the importance that a plan loses when it is over. Reading dates takes long. */
export const standingsNow = <M extends Standing>(memories: readonly M[], now: number) =>
  inSlices(memories, (memory) => standingNow(memory, now));

function standingNow<M extends Standing>(memory: M, now: number) {
  const isOver = overSince(memory, now) !== null;
  const lost = isOver ? (STANDING.importance * Math.max(0, memory.importance - IMPORTANCE_LEFT)) / 10 : 0;
  return { ...memory, relevance: memory.standing - lost, isOver };
}
