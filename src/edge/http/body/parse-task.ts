import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { type Computation, defineTask, Part } from '../../../compute/task.js';
import { invalid, invalidField } from '../../../kernel/errors.js';
import { assertExact, objectOf, parseJson } from './body.js';
import { type ScannedArray, scan } from './scan.js';

export interface ParseInput {
  bytes: Uint8Array;
  /** The most elements per field of the input, for fields that have a limit. */
  maxItems: Readonly<Record<string, number>>;
  /** The most levels of nesting. */
  depth: number;
}
/** Elements of one array, in order. */
export interface ParsedItems {
  array: number;
  items: unknown[];
}
export interface ParsedBody {
  /** Everything except the elements of arrays. */
  value: Record<string, unknown>;
  /** The field of each array. Null if a later field of the same name replaces it. */
  arrays: (string | null)[];
  /** The hash of the raw bytes: the same body sent again has the same hash. */
  hash: string;
}

/** The most elements of an array whose operation states no limit. */
const MAX_ITEMS = 250_000;
/** The most values in one element: metadata of the largest size has fewer. */
const MAX_VALUES = 50_000;
/** Bytes of JSON whose values are handed over together: at most 1 ms for the receiver. */
const PART_BYTES = 32 * 1024;
/** Units of work per parsed byte. */
const UNITS = 1 / 20;

/** Parses a large body: the elements of its arrays one by one, and only once their number is known to be allowed. */
export const parseTask = defineTask('http.parse', parsing as (input: ParseInput) => Computation<ParsedBody>);

function* parsing({ bytes, maxItems, depth }: ParseInput): Computation<ParsedBody> {
  const body = withoutMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!isUtf8(body)) throw invalid('The body is not valid UTF-8.');
  const items = Math.max(0, ...Object.values(maxItems)) || MAX_ITEMS;
  const { arrays, over } = yield* scan(body, { depth, items, values: MAX_VALUES });
  const names = arrays.map((array) => parseJson(body.toString('utf8', ...array.name)) as string);
  for (const [i, array] of arrays.entries()) {
    const [name = '', limit = items] = [names[i], maxItems[names[i] as string]];
    if (array.items.length > limit) throw invalidField(name, `must be an array of at most ${limit} items`);
  }
  if (over === 'depth') throw invalid(`The body nests deeper than ${depth} levels.`);
  if (over) throw invalid(`The body has more than ${MAX_VALUES} values in one entry.`);
  const outside = withoutItems(body, arrays);
  const value = objectOf(parseJson(outside));
  assertExact(Buffer.from(outside), value);
  for (const [i, array] of arrays.entries()) yield* itemsOf(body, array, i, names[i]);
  const fields = names.map((name, i) => (names.lastIndexOf(name) === i && Array.isArray(value[name]) ? name : null));
  return { value, arrays: fields, hash: hash('sha256', body, 'base64url') };
}

/** Some editors write a byte order mark. */
const withoutMark = (body: Buffer) =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;

/** The body with each of the arrays empty. */
function withoutItems(body: Buffer, arrays: readonly ScannedArray[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of arrays) {
    parts.push(body.toString('utf8', at, start), '[]');
    at = end;
  }
  parts.push(body.toString('utf8', at));
  return parts.join('');
}

function* itemsOf(body: Buffer, { items: ranges }: ScannedArray, array: number, name = ''): Computation<void> {
  let items: unknown[] = [];
  let bytes = 0;
  for (const [i, [start, end]] of ranges.entries()) {
    const item = parseJson(body.toString('utf8', start, end));
    assertExact(body.subarray(start, end), item, [name, i]);
    items.push(item);
    bytes += end - start;
    yield (end - start) * UNITS;
    if (bytes < PART_BYTES) continue;
    yield new Part({ array, items } satisfies ParsedItems);
    [items, bytes] = [[], 0];
  }
  if (items.length > 0) yield new Part({ array, items } satisfies ParsedItems);
}
