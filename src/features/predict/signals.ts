import { DAY, HOUR, MINUTE } from '../../kernel/clock.js';
import type { RetrievalLog } from './log.js';

/** What a prediction is learned from. Each signal gives every known memory a share of the next retrieval. */
export const SIGNALS = ['recent', 'stored', 'frequent', 'follows', 'together', 'hour', 'weekday', 'opens'] as const;
export type Signal = (typeof SIGNALS)[number];

/** A power law, like forgetting: the chance that something is needed again falls with the square root of the time since. */
const activation = (age: number) => 1 / Math.sqrt(age);
/** More recent uses count as this old: within one question nothing is forgotten. */
const YOUNGEST = MINUTE;
/** Half of what was frequent is forgotten after this time: interests drift. */
const FREQUENT_HALF_LIFE = 30 * DAY;
/** Half-width, in hours, of the time of day around which something is habitual, and the time after which a habit counts half. */
const HOUR_WIDTH = 1.5;
const HABIT_HALF_LIFE = 45 * DAY;
/** Each step further back before the last retrieval says this much less about the next one. */
const LOOK_BACK_FADE = 0.5;
/** A share that every known memory has of every signal: no signal rules anything out. */
const ANYTHING = 0.02;

const hourOf = (time: number) => (time % DAY) / HOUR;
const weekdayOf = (time: number) => Math.floor(time / DAY) % 7;
const QUARTERS = 96;
/** Closeness of two times of day, by quarters of an hour apart. */
const CLOSENESS = Float64Array.from({ length: QUARTERS }, (_, quarter) => {
  const apart = Math.min(quarter, QUARTERS - quarter) / 4;
  return Math.exp(-0.5 * (apart / HOUR_WIDTH) ** 2);
});
const closeness = (a: number, b: number) =>
  CLOSENESS[Math.abs(Math.round((hourOf(a) - hourOf(b)) * 4)) % QUARTERS] as number;

export type Shares = Record<Signal, Float64Array>;

const halved = (age: number, halfLife: number) => Math.exp((-Math.LN2 * age) / halfLife);
const add = (to: Float64Array, number: number, share: number) => {
  to[number] = (to[number] as number) + share;
};

/** The share of every known memory (by its number in the log) in a retrieval at `now`, per signal; each adds up to 1. */
export function sharesAt(log: RetrievalLog, now: number): Shares {
  const shares = Object.fromEntries(SIGNALS.map((signal) => [signal, new Float64Array(log.ids.length)])) as Shares;
  const weekday = weekdayOf(now);
  for (let use = 0; use < log.id.length; use++) {
    const number = log.id[use] as number;
    const at = log.at[use] as number;
    const weight = log.weight[use] as number;
    const age = Math.max(YOUNGEST, now - at);
    add(shares.recent, number, weight * activation(age));
    add(shares.frequent, number, weight * halved(age, FREQUENT_HALF_LIFE));
    if (age < DAY / 2) continue; // what just happened is not yet a habit
    const habit = weight * closeness(at, now) * halved(age, HABIT_HALF_LIFE);
    add(shares.hour, number, habit);
    if (log.opens[use]) add(shares.opens, number, habit);
    if (weekdayOf(at) === weekday) add(shares.weekday, number, habit);
  }
  let later = log.storedAt.size; // also a power law, over what was stored since: that is what makes a new memory old
  for (const number of log.storedAt.keys()) add(shares.stored, number, 1 / later--);
  if (log.isOngoing(now)) associate(log, shares);
  for (const signal of SIGNALS) normalise(shares[signal]);
  return shares;
}

function associate(log: RetrievalLog, { follows, together }: Shares): void {
  log.last.forEach((before, back) => {
    before.ids.forEach((from, rank) => {
      const weight = LOOK_BACK_FADE ** back / (rank + 1);
      spread(follows, log.following(from), weight);
      spread(together, log.besides(from), weight);
    });
  });
}

function spread(to: Float64Array, counts: ReadonlyMap<number, number>, weight: number): void {
  let total = 1; // something seen once is half believed
  for (const count of counts.values()) total += count;
  for (const [number, count] of counts) to[number] = (to[number] as number) + (weight * count) / total;
}

function normalise(share: Float64Array): void {
  let total = 0;
  for (const value of share) total += value;
  for (let i = 0; i < share.length; i++) {
    const own = total > 0 ? (share[i] as number) / total : 1 / share.length;
    share[i] = (1 - ANYTHING) * own + ANYTHING / share.length;
  }
}
