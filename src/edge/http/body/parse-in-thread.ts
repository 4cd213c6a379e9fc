import type { Compute } from '../../../compute/compute.js';
import { type ParsedBody, type ParsedItems, parseTask } from './parse-task.js';

/** A body up to this size is parsed at once: about 1 ms. */
export const SMALL_BODY = 64 * 1024;

/** The limits of an operation's body. */
export interface BodyRules {
  /** Bytes. */
  limit: number;
  /** Per array that has a limit. */
  maxItems: Readonly<Record<string, number>>;
  depth: number;
}

/** Units of work per byte: it is scanned, parsed and handed over. */
const UNITS = 1 / 5;

export interface LargeBody {
  value: Record<string, unknown>;
  /** The hash of the bytes. */
  hash: string;
}

/** Parses a large body in the compute thread and receives it in parts. The bytes are transferred, so they are gone afterwards. */
export async function parseInThread(
  compute: Compute,
  bytes: Buffer,
  { maxItems, depth }: BodyRules,
  who: { flow: string; signal?: AbortSignal | undefined },
): Promise<LargeBody> {
  // Bytes that were read into a shared pool cannot be transferred.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  const parts: ParsedItems[] = [];
  const parsed = await compute.run(
    parseTask,
    { bytes: own, maxItems, depth },
    {
      ...who,
      units: Math.max(SMALL_BODY, own.length * UNITS),
      transfer: [own.buffer as ArrayBuffer],
      onPart: (part: ParsedItems) => parts.push(part),
    },
  );
  return { value: assembled(parsed, parts), hash: parsed.hash };
}

export function assembled({ value, arrays }: ParsedBody, parts: readonly ParsedItems[]): Record<string, unknown> {
  const lists = arrays.map((): unknown[] => []);
  for (const { array, items } of parts) for (const item of items) lists[array]?.push(item);
  for (const [i, name] of arrays.entries()) if (name !== null) setOwn(value, name, lists[i]);
  return value;
}

/** `__proto__` is a field like any other. */
const setOwn = (value: object, name: string, list: unknown) =>
  Object.defineProperty(value, name, { value: list, enumerable: true, writable: true, configurable: true });
