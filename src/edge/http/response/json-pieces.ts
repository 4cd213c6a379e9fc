import { weightOf } from './response-weight.js';

/** Characters written as JSON in one go: far below a millisecond. */
const PIECE = 32 * 1024;
/** Bytes of a chunk that is handed to the socket: it is copied into the kernel in one go. */
export const CHUNK = 128 * 1024;

/** Writes a large value as JSON, in chunks. It yields after each piece, so it can be interrupted there. */
export function* jsonChunks(value: unknown): Generator<void, Buffer[], void> {
  const chunks: Buffer[] = [];
  let text = '';
  for (const piece of pieces(value)) {
    text += piece;
    if (text.length >= CHUNK) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  if (text !== '') chunks.push(Buffer.from(text));
  return chunks;
}

/** What `JSON.stringify` would write, in pieces. */
export function* pieces(value: unknown): Generator<string, void, void> {
  if (typeof value === 'string' || isSmall(value)) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  if (Array.isArray(value)) {
    yield '[';
    for (const [i, item] of value.entries()) {
      if (i > 0) yield ',';
      yield* pieces(isWritten(item) ? item : null);
    }
    yield ']';
    return;
  }
  yield '{';
  let first = true;
  for (const [name, field] of Object.entries(value as object)) {
    if (!isWritten(field)) continue;
    yield `${first ? '' : ','}${JSON.stringify(name)}:`;
    first = false;
    yield* pieces(field);
  }
  yield '}';
}

const isSmall = (value: unknown) =>
  typeof value !== 'object' ||
  value === null ||
  typeof (value as { toJSON?: unknown }).toJSON === 'function' ||
  weightOf(value, PIECE) < PIECE;
const isWritten = (value: unknown) => value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
