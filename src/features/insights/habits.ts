import { DAY, HOUR } from '../../kernel/clock.js';
import type { ReadMemory } from './reading.js';
import { excess } from './statistics.js';

/** Standard errors above chance: many things are looked at, so this is strict. */
const CLEAR = 3;
/** Days on which it was so: one busy day is no habit. */
const FEWEST_DAYS = 4;
const WEEKDAYS = ['Thursdays', 'Fridays', 'Saturdays', 'Sundays', 'Mondays', 'Tuesdays', 'Wednesdays']; // day 0 was a Thursday
const PARTS = ['at night (0–6 h)', 'in the morning (6–12 h)', 'in the afternoon (12–18 h)', 'in the evening (18–24 h)'];

export interface Habit {
  /** `on Mondays`, `in the morning (6–12 h)`. */
  when: string;
  /** Days on which it was so, of the days on which anything was. */
  days: number;
  allDays: number;
  memories: ReadMemory[];
  z: number;
}

const dayOf = ({ at }: ReadMemory) => Math.floor(at / DAY);
const weekdayOf = (memory: ReadMemory) => dayOf(memory) % 7;
const partOf = ({ at }: ReadMemory) => Math.floor((at % DAY) / (6 * HOUR));

/** The weekday and the part of the day that memories keep to more than chance has it, in UTC. `all` says what chance is. */
export function habitsOf(memories: readonly ReadMemory[], all: readonly ReadMemory[] | null): Habit[] {
  const timed = (list: readonly ReadMemory[]) => list.filter(({ dayOnly }) => !dayOnly);
  return [
    ...clear(memories, all, weekdayOf, 7, (slot) => `on ${WEEKDAYS[slot]}`),
    ...clear(timed(memories), all && timed(all), partOf, 4, (slot) => PARTS[slot] as string),
  ];
}

function clear(
  memories: readonly ReadMemory[],
  all: readonly ReadMemory[] | null,
  slotOf: (memory: ReadMemory) => number,
  slots: number,
  name: (slot: number) => string,
): Habit[] {
  const own = daysBySlot(memories, slotOf, slots);
  const expected = all ? daysBySlot(all, slotOf, slots) : Array.from({ length: slots }, () => 1);
  const expectedAll = sum(expected);
  const allDays = sum(own);
  return own.flatMap((days, slot) => {
    const z = excess(days, allDays, (expected[slot] as number) / expectedAll);
    if (days < FEWEST_DAYS || z < CLEAR) return [];
    return [{ when: name(slot), days, allDays, memories: memories.filter((memory) => slotOf(memory) === slot), z }];
  });
}

/** Distinct days per slot: many memories of one day count once. */
function daysBySlot(memories: readonly ReadMemory[], slotOf: (memory: ReadMemory) => number, slots: number): number[] {
  const days = Array.from({ length: slots }, () => new Set<number>());
  for (const memory of memories) days[slotOf(memory)]?.add(dayOf(memory));
  return days.map((set) => set.size);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
