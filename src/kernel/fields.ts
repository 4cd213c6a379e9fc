import * as z from 'zod';
import { isBlank } from './blank.js';

/** Building blocks of input schemas: each has limits and states them in its error. */
export const LIMITS = {
  content: 100_000,
  name: 256,
  namespace: 128,
  tag: 64,
  tags: 64,
  metadataBytes: 65_536,
  /** Levels of nesting in a JSON body. */
  depth: 32,
  batch: 100,
  idempotencyKey: 255,
} as const;

/** Characters as people count them: Unicode code points, not UTF-16 units. */
export function countCharacters(value: string): number {
  let count = value.length;
  for (let i = 0; i < value.length; i++) if ((value.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  return count;
}

/** What is wrong with a string as such, or null. Different engines would store either kind differently. */
export function textProblem(value: string): string | null {
  if (value.includes('\0')) return 'must not contain NUL characters';
  if (!isWellFormed(value)) return 'must not contain lone surrogates (it is not valid Unicode)';
  return null;
}
const isWellFormed = (value: string) => (value as string & { isWellFormed(): boolean }).isWellFormed();

export const whole = z.number().int();
export const wholeBetween = (least: number, most: number) => whole.min(least).max(most);
/** A point in time in a response. */
export const at = (what: string) => whole.describe(`${what} Unix milliseconds.`);

/** A string of `min`–`max` code points. */
export const text = (min: number, max: number) =>
  z
    .string()
    .meta({ minLength: min, maxLength: max })
    .check((ctx) => {
      const fail = (message: string) => ctx.issues.push({ code: 'custom', message, input: ctx.value });
      const problem = textProblem(ctx.value);
      if (problem) return void fail(problem);
      // A code point is one or two units, so most strings need no counting.
      const size =
        ctx.value.length <= max && ctx.value.length >= min * 2 ? ctx.value.length : countCharacters(ctx.value);
      if (size < min || size > max)
        fail(`must have ${min === 0 ? `at most ${max}` : `${min} to ${max}`} characters, has ${size}`);
    });

/** A string of at most `max` code points that shows something. */
export const filled = (max: number) =>
  text(1, max).check(({ issues, value }) => {
    if (issues.length > 0 || !isBlank(value)) return;
    const message = 'must contain more than white space and invisible characters';
    issues.push({ code: 'custom', message, input: value });
  });

export const userId = text(1, LIMITS.name).describe('Your end user that it is about.');
export const agentId = text(1, LIMITS.name).describe('The agent it belongs to.');
export const namespace = text(1, LIMITS.namespace).describe('A partition inside the scope.');
export const tag = text(1, LIMITS.tag);
export const tags = z.array(tag).max(LIMITS.tags).describe('Labels to filter by.');
export const memoryId = text(1, LIMITS.name).describe("A memory's id.");

const MAX_TIME = 8_640_000_000_000_000; // the last millisecond that a Date can hold
const ISO = /^[+-]?\d{4,6}-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

const NO_TIME = 'must be a time: Unix milliseconds or an ISO 8601 string such as 2026-01-31T09:00:00Z';
/** Numbers in this range are seconds of 2001 to 2286; as milliseconds they would be in January to April 1970. */
const SECONDS = { first: 1e9, last: 1e10 };
const IN_SECONDS =
  'is a number of seconds, it seems: give milliseconds, or an ISO 8601 string for a time in the first months of 1970';
const DIGITS = /^-?\d{1,16}$/;

const timeField = (mayBeEarly1970: boolean) =>
  z
    .union([z.number(), z.string()])
    .transform((value, ctx) => {
      const fail = (message: string) => {
        ctx.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      };
      const parsed = typeof value === 'number' ? value : parseTime(value);
      if (!Number.isInteger(parsed) || Math.abs(parsed) > MAX_TIME) return fail(NO_TIME);
      const isNumber = typeof value === 'number' || DIGITS.test(value);
      if (isNumber && !mayBeEarly1970 && parsed >= SECONDS.first && parsed < SECONDS.last) return fail(IN_SECONDS);
      return parsed;
    })
    .describe('Unix milliseconds or an ISO 8601 string.');

/** Unix milliseconds, or ISO 8601 (a time without a zone is UTC). Converted to milliseconds. Numbers that can only be seconds are refused. */
export const time = timeField(false);
/** The same in a record that the service has exported, with a number for whatever time was stored. */
export const exportedTime = timeField(true);

/** Years and dates of the basic format ("2026", "20260131") are not meant as milliseconds of 1970. */
const BASIC = /^(?:\d{4}|\d{8})$/;

function parseTime(value: string): number {
  if (DIGITS.test(value)) return BASIC.test(value) ? Number.NaN : Number(value);
  if (!ISO.test(value)) return Number.NaN;
  // `Date.parse` takes 30 February for 2 March.
  const [date, dayOfMonth] = /^[+-]?\d+-\d\d-(\d\d)/.exec(value) ?? [];
  if (date && new Date(Date.parse(date)).getUTCDate() !== Number(dayOfMonth)) return Number.NaN;
  const zoned = /T/.test(value) && !/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? `${value}Z` : value;
  return Date.parse(zoned);
}

/** Smaller amounts count as zero, and PostgreSQL refuses to calculate with the smallest possible numbers. */
const MIN_AMOUNT = 1e-9;
/** A number on a scale; any fraction is allowed. */
export const amount = (least: number, most: number) =>
  z
    .number()
    .min(least)
    .max(most)
    .overwrite((value) => (Math.abs(value) < MIN_AMOUNT ? 0 : value));

export type JsonObject = Record<string, unknown>;

/** Any JSON object, stored unchanged. */
export const metadata = z
  .custom<JsonObject>()
  .meta({ type: 'object', additionalProperties: true })
  .check((ctx) => {
    const fail = (message: string) => ctx.issues.push({ code: 'custom', message, input: ctx.value });
    if (typeof ctx.value !== 'object' || ctx.value === null || Array.isArray(ctx.value))
      return void fail('must be a JSON object');
    const json = JSON.stringify(ctx.value);
    if (Buffer.byteLength(json) > LIMITS.metadataBytes)
      return void fail(`must have at most ${LIMITS.metadataBytes} bytes as JSON`);
    // JSON writes both kinds of invalid character as \u…; only then are the strings checked one by one.
    const problem = numberProblem(ctx.value, json) ?? (json.includes('\\u') ? firstTextProblem(ctx.value) : null);
    if (problem) fail(problem);
  })
  .describe('Any JSON object.');

/** What is wrong with the numbers of a value, given its JSON, or null: one that is too large would be stored as null, as JSON writes it. */
export const numberProblem = (value: unknown, json: string): string | null =>
  json.includes('null') && !hasFiniteNumbers(value) ? 'must not contain a number beyond ±1.8e308' : null;

const hasFiniteNumbers = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(hasFiniteNumbers)
    : typeof value !== 'number' || Number.isFinite(value);

/** What is wrong with the first invalid string or key, at any depth, or null. */
export function firstTextProblem(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const problem = textProblem(key) ?? firstTextProblem(item);
    if (problem) return problem;
  }
  return null;
}

export const cursor = text(1, 1_024).describe('`next_cursor` of the previous page.');
export const pageLimit = (standard: number, max: number) =>
  wholeBetween(1, max).default(standard).describe(`How many to return, 1–${max}.`);
/** The fields of an input that ask for a page of a list. */
export const pageInput = (standard: number, max: number) => ({
  limit: pageLimit(standard, max),
  cursor: cursor.optional(),
});
/** A page of a list, as a response. */
export const pageOf = <List extends z.ZodRawShape>(list: List) =>
  z.object({ count: whole, ...list, next_cursor: z.string().nullable() });
