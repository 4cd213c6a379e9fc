import { fieldName } from '../../../kernel/validation.js';
import { endOfString } from './depth.js';

const QUOTE = 0x22;
/** Integers with fewer digits are exact. */
const DIGITS = 16;
/** Numbers with more are beyond the largest one, which is refused anyway. */
const MOST_DIGITS = 309;
/** Fields that are stored as given, whatever they hold. */
const STORED = new Set(['metadata', 'content']);

const isStored = (name: PropertyKey) => STORED.has(name as string);

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isRest = (byte: number | undefined) => byte === 0x2e || byte === 0x65 || byte === 0x45; // .eE

/** The integers in JSON that a parser rounds, as it rounds them. It does not check that the bytes are JSON. */
export function roundedIntegers(json: Uint8Array): Set<number> {
  const rounded = new Set<number>();
  for (let i = 0; i < json.length; i++) {
    if (json[i] === QUOTE) i = endOfString(json, i + 1);
    if (!isDigit(json[i])) continue;
    const start = i;
    while (isDigit(json[i + 1])) i++;
    const length = i + 1 - start;
    if (length < DIGITS || length > MOST_DIGITS || isRest(json[i + 1]) || isFraction(json, start)) continue;
    const digits = Buffer.from(json.buffer, json.byteOffset + start, length).toString('latin1');
    const value = Number(digits);
    if (String(value) !== digits && BigInt(value) !== BigInt(digits)) rounded.add(value);
  }
  return rounded;
}

/** Whether the digits follow a point or an exponent. */
function isFraction(json: Uint8Array, start: number): boolean {
  const before = json[start - 1];
  const isSigned = before === 0x2b || before === 0x2d;
  return isRest(isSigned ? json[start - 2] : before);
}

/** What is wrong with integers in `value`, which was parsed from these bytes: they would be stored with other digits. Null: nothing. */
export function roundingProblem(
  json: Uint8Array,
  value: unknown,
  at: readonly (string | number)[] = [],
): { field: string; message: string } | null {
  const rounded = roundedIntegers(json);
  if (rounded.size === 0) return null;
  const path = pathTo(value, rounded, at, at.some(isStored));
  return (
    path && {
      field: fieldName(path),
      message:
        'must not be an integer beyond ±9007199254740991 (2^53 − 1), whose last digits would be lost: send it as a string',
    }
  );
}

function pathTo(
  value: unknown,
  numbers: ReadonlySet<number>,
  at: readonly (string | number)[],
  within: boolean,
): readonly (string | number)[] | null {
  if (typeof value === 'number') return within && numbers.has(Math.abs(value)) ? at : null;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, item] of entries) {
    const found = pathTo(item, numbers, [...at, name], within || isStored(name));
    if (found) return found;
  }
  return null;
}
