import type { Work } from '../../../kernel/turns/turns.js';
import { endOfString } from './depth.js';

/** An array that is the value of a top-level field, given by the byte offsets of its elements. */
export interface ScannedArray {
  /** The field's name as written, quotes included. */
  name: readonly [start: number, end: number];
  start: number;
  /** After the closing bracket. */
  end: number;
  items: (readonly [start: number, end: number])[];
}

export interface ScanLimits {
  depth: number;
  /** Elements of one array. */
  items: number;
  /** Values in one element, and in everything outside arrays. */
  values: number;
}

export interface Scan {
  arrays: ScannedArray[];
  /** The limit that was exceeded. */
  over: keyof ScanLimits | null;
}

const [QUOTE, COMMA, COLON, OPEN, OPEN_BRACE, CLOSE, CLOSE_BRACE] = [0x22, 0x2c, 0x3a, 0x5b, 0x7b, 0x5d, 0x7d];
/** Bytes after which the work is reported. */
const NOTED = 8_192;
/** Units of work per scanned byte. */
const UNITS = 1 / 20;

/**
 * Locates the elements of a JSON object's arrays without building objects: a body with too many elements, or nested too deeply, is detected
 * before it costs anything. Stops at the first limit that is exceeded. It does not check that the bytes are JSON: the parser does.
 */
export function* scan(json: Uint8Array, limits: ScanLimits): Work<Scan> {
  const found: Scan = { arrays: [], over: null };
  let depth = 0;
  let noted = 0;
  /** The last string at the top level, and the name it became when a colon followed. */
  let last: [number, number] | undefined;
  let name: [number, number] | undefined;
  let array: ScannedArray | undefined;
  let from = 0;
  let inItem = 0;
  let outside = 0;
  const endItem = (at: number) => {
    if (!array) return;
    array.items.push([from, at]);
    from = at + 1;
    inItem = 0;
    if (array.items.length <= limits.items) return;
    found.arrays.push(array);
    found.over = 'items';
  };
  for (let i = 0; i < json.length; i++) {
    if (i - noted >= NOTED) {
      yield (i - noted) * UNITS;
      noted = i;
    }
    const byte = json[i] as number;
    if (byte === QUOTE) {
      const end = endOfString(json, i + 1);
      if (depth === 1) last = [i, end + 1];
      i = end;
    } else if (byte === COLON) {
      if (depth === 1) name = last;
    } else if (byte === COMMA) {
      if ((array ? ++inItem : ++outside) > limits.values) found.over = 'values';
      if (depth === 2) endItem(i);
      else if (depth === 1) name = undefined;
    } else if (byte === OPEN || byte === OPEN_BRACE) {
      depth++;
      if (depth > limits.depth) found.over = 'depth';
      if (depth === 2 && byte === OPEN && name) {
        array = { name, start: i, end: i, items: [] };
        from = i + 1;
      }
    } else if (byte === CLOSE || byte === CLOSE_BRACE) {
      if (depth === 2 && array) {
        if (!isBlank(json, from, i) || array.items.length > 0) endItem(i);
        array.end = i + 1;
        found.arrays.push(array);
        array = undefined;
      }
      depth--;
    }
    if (found.over) return found;
  }
  return found;
}

function isBlank(json: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((json[i] as number) > 0x20) return false;
  return true;
}
