import { DAY } from '../../kernel/clock.js';
import { inItsYear } from '../../text/dates/calendar.js';
import { datesIn, distance, type TimeSpan } from '../../text/dates/dates.js';
import { NAMED_DAY } from '../../text/dates/named-days.js';
import type { Question } from './question.js';

/** How the time named in a question is compared with a memory's time. */
export interface MomentParameters {
  /** Weight of a memory from that very time. */
  named: number;
  /** Days after that time at which the weight has fallen to 1/e: people talk about things some days later. */
  afterDays: number;
  /** The same before that time: plans are made shortly ahead. */
  beforeDays: number;
  /** For a question about a time: weight of a memory that states one. */
  statesTime: number;
}

/** 0–1: how close a moment of the memory is to a time that the question names. */
function nearness(spans: readonly TimeSpan[], moments: readonly number[], parameters: MomentParameters): number {
  let nearest = 0;
  for (const span of spans) {
    for (const at of moments) {
      const days = distance(span, at) / DAY;
      // "Before 8 May" leaves out what is only near.
      if (days !== 0 && !(Number.isFinite(span.from) && Number.isFinite(span.to))) continue;
      nearest = Math.max(nearest, Math.exp(days >= 0 ? -days / parameters.afterDays : days / parameters.beforeDays));
    }
  }
  return nearest;
}

const STATES_TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|recently|just|(?:last|next|this|past|previous|coming) (?:few |two |three )?(?:nights?|days?|weeks?|weekend|months?|years?|summer|spring|fall|autumn|winter)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|(?:in|since) (?:19|20)\d\d|\d+ (?:days?|weeks?|months?|years?)|(?:few|couple of) (?:days|weeks|months|years))\b/i;

const MAY_NAME_A_TIME = new RegExp(`\\d|${STATES_TIME.source}|${NAMED_DAY}`, 'i');

/** Characters in which a memory is expected to name its time: reading dates takes long. */
const NAMED_WITHIN = 200;

/** When a memory was true or told, and the times that its text names: the middle of "in May 2025", the date of "since 8 May". */
export function momentsOf(at: number, said: string): number[] {
  const beginning = said.slice(0, NAMED_WITHIN);
  if (!MAY_NAME_A_TIME.test(beginning)) return [at];
  const spans = datesIn(beginning, at).map((span) => inItsYear(span, at));
  return [at, ...spans.map(({ from, to }) => (from === -Infinity ? to - 1 : to === Infinity ? from : (from + to) / 2))];
}

/** The contribution of time to the score. */
export function momentScore(question: Question, at: number, said: string, parameters: MomentParameters): number {
  const { spans, asksWhen } = question;
  const named = spans.length > 0 ? parameters.named * nearness(spans, momentsOf(at, said), parameters) : 0;
  return named + (asksWhen && STATES_TIME.test(said) ? parameters.statesTime : 0);
}
