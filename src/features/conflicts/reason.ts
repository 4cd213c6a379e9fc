import { denies as saysNot } from '../../text/denial.js';
import { termCounts } from '../../text/terms.js';

/** Characters quoted from a statement. */
const QUOTED = 140;
const NUMBER = /\d[\d.,:]*/g;
const ENDED = /\b(?:stopped|quit|cancell?ed)\b/iu;

const quote = (text: string) => {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)[.;,]$/, '');
  return line.length > QUOTED ? `${line.slice(0, QUOTED - 1).trimEnd()}…` : line;
};

const day = (at: number) =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** “lives in Berlin” (3 May 2026) → “moved to Lisbon” (9 June 2026) */
export const reasonOf = (before: { gone: string; at: number }, after: { said: string; at: number }) =>
  `“${quote(before.gone)}” (${day(before.at)}) → “${quote(after.said)}” (${day(after.at)})`;

/** Words by which a statement itself says that something has changed. */
const REPLACES =
  /\b(?:no longer|any ?more|moved|switched(?! (?:off|on)\b)|changed|instead|now|cancell?ed|stopped|quit|gave up|replaced|corrected|rescheduled|postponed|nicht mehr|jetzt|maintenant|ya no|ahora|agora)\b/iu;

export const statesReplacement = (text: string) => REPLACES.test(text);

/** The kind of change, judged by what differs between the two clauses. */
export function typeOf(gone: string, said: string): 'quantity' | 'negation' | 'value_change' {
  const numbers = (text: string) => new Set(text.match(NUMBER) ?? []);
  const before = numbers(gone);
  const after = numbers(said);
  if (before.size > 0 && after.size > 0 && ![...before].every((one) => after.has(one))) return 'quantity';
  return denies(gone, said) !== denies(said, gone) ? 'negation' : 'value_change';
}

/** Whether one clause denies something that the other mentions: "no Mondays" denies nothing of "on leave". */
function denies(clause: string, other: string): boolean {
  const mentioned = termCounts(other);
  const denied = clause.split(/[,;:()]\s|\s[–—]\s/).filter((phrase) => ENDED.test(phrase) || saysNot(phrase));
  return denied.some((phrase) => [...termCounts(phrase).keys()].some((term) => mentioned.has(term)));
}
