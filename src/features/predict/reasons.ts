import { DAY, HOUR, MINUTE } from '../../kernel/clock.js';
import type { Predicted, Source } from './compose.js';
import type { RetrievalLog } from './log.js';

/** A second reason is given if it adds at least this part of the whole. */
const WORTH_NAMING = 0.25;
const WEEKDAYS = ['Thursdays', 'Fridays', 'Saturdays', 'Sundays', 'Mondays', 'Tuesdays', 'Wednesdays']; // day 0 was a Thursday
/** As wide as what counts as habitual by time of day. */
const AROUND = 1.5 * HOUR;

interface UseFacts {
  times: number;
  last: number | null;
  /** Uses around this time of day, and those of them on this weekday. */
  atThisHour: number;
  onThisWeekday: number;
}

/** What is known about the uses of each of these memories. */
export function factsOf(log: RetrievalLog, ids: ReadonlySet<string>, now: number): Map<string, UseFacts> {
  const facts = new Map<string, UseFacts>();
  for (let use = 0; use < log.id.length; use++) {
    const id = log.ids[log.id[use] as number] as string;
    if (!ids.has(id)) continue;
    const at = log.at[use] as number;
    const own = facts.get(id) ?? { times: 0, last: null, atThisHour: 0, onThisWeekday: 0 };
    facts.set(id, own);
    own.times++;
    own.last = Math.max(own.last ?? 0, at);
    const apart = Math.abs((at % DAY) - (now % DAY));
    if (now - at < DAY / 2 || Math.min(apart, DAY - apart) > AROUND) continue;
    own.atThisHour++;
    if (Math.floor(at / DAY) % 7 === Math.floor(now / DAY) % 7) own.onThisWeekday++;
  }
  return facts;
}

interface Described {
  importance: number;
  created_at: number;
}

/** The one or two main reasons, in words. */
export function because({ sources }: Predicted, memory: Described, facts: UseFacts | undefined, now: number): string {
  const total = sources.reduce((sum, [, share]) => sum + share, 0);
  const main = sources.filter(([, share], i) => i === 0 || (i === 1 && share >= WORTH_NAMING * total));
  const text = [...new Set(main.map(([source]) => inWords(source, memory, facts, now)))].join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function inWords(source: Source, memory: Described, facts: UseFacts | undefined, now: number): string {
  const used = facts?.last != null ? `retrieved ${times(facts.times)}, last ${ago(now - facts.last)}` : null;
  const stored = `stored ${ago(now - memory.created_at)}`;
  switch (source) {
    case 'follows':
      return 'has followed what was just retrieved';
    case 'together':
      return 'came up together with what was just retrieved';
    case 'opens':
    case 'hour':
      return facts?.atThisHour ? `retrieved ${times(facts.atThisHour)} around this time of day` : (used ?? stored);
    case 'weekday':
      return facts?.onThisWeekday
        ? `retrieved ${times(facts.onThisWeekday)} around this time on ${WEEKDAYS[Math.floor(now / DAY) % 7]}`
        : (used ?? stored);
    case 'context':
      return 'found for the given context';
    case 'stored':
      return stored;
    case 'standing':
      return `${used ?? 'not retrieved recently'}, importance ${memory.importance}, ${stored}`;
    default:
      return used ?? stored;
  }
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

function ago(milliseconds: number): string {
  const [unit, name] =
    milliseconds < HOUR ? [MINUTE, 'minute'] : milliseconds < 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day'];
  const count = Math.floor(milliseconds / unit);
  return count < 1 ? 'just now' : `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
