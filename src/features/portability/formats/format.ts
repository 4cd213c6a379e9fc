import type { JsonObject } from '../../../kernel/fields.js';
import type { HeldName } from '../sql/holding-records.js';

/**
 * What an entry of an export becomes: a memory as the import accepts it, a link between two, a record of another kind, or a reason why it is skipped.
 */
export type Converted =
  | { memory: JsonObject }
  | { link: JsonObject }
  | { held: JsonObject; name: HeldName }
  | { problem: string };

/** Turns one entry of an export into any number of memories. Pure; the result is validated afterwards. */
export type Format = (entry: JsonObject) => Converted[];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first value that is a non-empty text. */
export const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Some services store lists and objects as text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const objectOf = (value: unknown): JsonObject => {
  const found = unpacked(value);
  return isObject(found) ? found : {};
};

const MAX_TAGS = 64;
const MAX_TAG = 64;

/** Labels of any shape (a list, JSON text, a comma-separated list, objects with a name) as tags that are allowed here. */
export function tagsOf(...values: unknown[]): string[] {
  const found = values.flatMap((value) => {
    const list = unpacked(value);
    if (typeof list === 'string') return list.split(',');
    return Array.isArray(list) ? list.map((one) => (isObject(one) ? one.name : one)) : [];
  });
  const texts = found.filter((one): one is string => typeof one === 'string').map((one) => one.trim());
  return [...new Set(texts)].filter((one) => one !== '' && [...one].length <= MAX_TAG).slice(0, MAX_TAGS);
}

/** Read as milliseconds these would be before 1973, so such numbers are seconds. */
const SECONDS_BELOW = 100_000_000_000;

/** Times of other services: seconds or milliseconds, ISO 8601 or SQL's form with a space. Anything else is left to the validation. */
export function timeOf(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(Math.abs(value) < SECONDS_BELOW ? value * 1_000 : value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.trim().replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2');
}

/** Scores between 0 and 1, converted to our importance scale. */
export const tenfold = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? Math.round(value * 1_000) / 100 : undefined;

/** An object without its undefined fields. */
export const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
