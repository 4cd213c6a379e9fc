const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of a string that are scanned before `indexOf` takes over: faster for short strings, and it limits what escaped quotes can cost. */
const WALK = 64;

/**
 * Whether JSON nests deeper than `max`, determined from the bytes alone, before a parser recurses into them. Strings are skipped, so
 * megabytes of text cost little. It does not check that the bytes are JSON.
 */
export function isDeeperThan(json: Uint8Array, max: number): boolean {
  const length = json.length;
  if (length <= max) return false;
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const byte = json[i] as number;
    if (byte === QUOTE) i = endOfString(json, i + 1);
    else if ((byte | 0x20) === 0x7b) {
      // [ is 0x5b, { is 0x7b: they differ in one bit, as do the closing ones
      if (++depth > max) return true;
    } else if ((byte | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** The position of the quote that closes the string whose text starts at `start`, or the end if none does. */
export function endOfString(json: Uint8Array, start: number): number {
  let i = start;
  for (;;) {
    const stop = Math.min(i + WALK, json.length);
    while (i < stop) {
      const byte = json[i] as number;
      if (byte === QUOTE) return i;
      i += byte === BACKSLASH ? 2 : 1;
    }
    const quote = json.indexOf(QUOTE, i);
    if (quote < 0) return json.length;
    let first = quote;
    while (first > i && json[first - 1] === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote;
    i = quote + 1;
  }
}
