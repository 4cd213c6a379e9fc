import type { JsonObject } from '../../../kernel/fields.js';
import type { HeldName } from '../sql/held.js';

/** What an entry of an export becomes: a memory as the import takes it, a link between two, a record of another kind, or a reason why it becomes nothing. */
export type Converted =
  | { memory: JsonObject }
  | { link: JsonObject }
  | { held: JsonObject; name: HeldName }
  | { problem: string };

/** Turns one entry of an export into any number of memories. Pure; what it makes is checked afterwards. */
export type Format = (entry: JsonObject) => Converted[];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first that is a text with something in it. */
export const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Some services keep lists and objects as text. */
export function unpacked(value: unknown): unknown {
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

/** Labels of whatever shape (a list, JSON text, a comma list, objects with a name) as tags that are allowed here. */
export function tagsOf(...values: unknown[]): string[] {
  const found = values.flatMap((value) => {
    const list = unpacked(value);
    if (typeof list === 'string') return list.split(',');
    return Array.isArray(list) ? list.map((one) => (isObject(one) ? one.name : one)) : [];
  });
  const texts = found.filter((one): one is string => typeof one === 'string').map((one) => one.trim());
  return [...new Set(texts)].filter((one) => one !== '' && [...one].length <= MAX_TAG).slice(0, MAX_TAGS);
}

/** Before 1973 if read as milliseconds: such numbers are seconds. */
const SECONDS_BELOW = 100_000_000_000;

/** Times of other services: seconds or milliseconds, ISO 8601 or SQL's form with a blank. What is none is left to the check. */
export function timeOf(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(Math.abs(value) < SECONDS_BELOW ? value * 1_000 : value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.trim().replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2');
}

/** Scores between 0 and 1, on our scale of importance. */
export const tenfold = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? Math.round(value * 1_000) / 100 : undefined;

/** An object without what is not there. */
export const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
