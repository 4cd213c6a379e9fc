import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalid, invalidField } from '../../../kernel/errors.js';
import { LIMITS } from '../../../kernel/fields.js';
import type { Share } from '../admission/arriving.js';
import type { Line } from '../connections.js';
import { ClientGone } from '../response/errors.js';
import { isDeeperThan } from './depth.js';
import { roundingProblem } from './exact.js';
import { ChunkCount, Pieces } from './pieces.js';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;
/**
 * How much of a refused body is read and discarded, so that a client that sends all of it still gets the reason. Beyond this, the
 * connection is cut.
 */
const DISCARDED_BYTES = 16 * 1024 * 1024;

/** Resolves when there is memory for this many bytes; to what the body holds meanwhile, unless all of it is counted already. */
export type Room = (bytes: number) => Promise<Share | undefined>;

const tooLarge = (limit: number) => invalid(`The body is too large: this operation takes at most ${limit} bytes.`);

/** Reads the whole body. A declared length over the limit is refused before a byte is read. */
export async function readBody(message: IncomingMessage, line: Line, limit: number, room: Room): Promise<Buffer> {
  const encoding = message.headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw invalid('The body must not be compressed: send plain JSON.');
  const declared = Number(message.headers['content-length'] ?? (message.headers['transfer-encoding'] ? limit : 0));
  if (message.headers['content-length'] !== undefined && declared > limit) throw tooLarge(limit);
  const share = await room(declared); // before a byte of it is read: what is not requested stays with the client
  return new Promise((resolve, reject) => {
    if (line.broken && !message.complete) return reject(line.broken);
    if (message.destroyed && !message.complete) return reject(new ClientGone());
    const count = new ChunkCount();
    const body = new Pieces(limit);
    const finish = (error: Error | null) => {
      line.breakBody = undefined;
      message.off('data', onData).off('end', onEnd).off('close', onClose);
      if (error) reject(error);
      else resolve(body.joined());
    };
    const onData = (chunk: Buffer) => {
      count.add(chunk);
      body.add(chunk);
      if (body.isOver) finish(tooLarge(limit));
      else if (count.problem) {
        line.broken = count.problem;
        finish(line.broken);
      } else if (body.size < declared) share?.hold(body.size);
    };
    const onEnd = () => {
      share?.arrived();
      finish(null);
    };
    const onClose = () => finish(new ClientGone());
    line.breakBody = finish;
    message.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** For a response that is sent while its request is still arriving. */
export function discardRest(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return;
  const count = new ChunkCount();
  message.on('data', (chunk: Buffer) => {
    count.add(chunk);
    if (count.bytes > DISCARDED_BYTES || count.problem) message.socket.destroy();
  });
  message.resume();
}

/** Parses the body, which must be an object. `emptyAs` is what an absent body means, if it means something. */
export function parseBody(
  bytes: Buffer,
  emptyAs: (() => Record<string, unknown>) | null,
  depth: number = LIMITS.depth,
): Record<string, unknown> {
  if (bytes.length === 0) {
    if (emptyAs) return emptyAs();
    throw invalid('The body is empty: send a JSON object.');
  }
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8.');
  if (isDeeperThan(bytes, depth)) throw invalid(`The body nests deeper than ${depth} levels.`);
  const value = objectOf(parseJson(textOf(bytes)));
  assertExact(bytes, value);
  return value;
}

/** Throws 400 if integers in what was parsed from these bytes would be stored with other digits. */
export function assertExact(bytes: Uint8Array, value: unknown, at?: readonly (string | number)[]): void {
  const problem = roundingProblem(bytes, value, at);
  if (problem) throw invalidField(problem.field, problem.message);
}

export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(
      `The body must be a JSON object, not ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`}.`,
    );
  }
  return value as Record<string, unknown>;
}

function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf; // a byte order mark, as some editors write
  return bytes.toString('utf8', marked ? 3 : 0);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the input, so only the position is given.
    const place = /position (\d+)/.exec((error as Error).message)?.[1];
    throw invalid(`The body is not valid JSON${place ? ` (at character ${place})` : ''}.`);
  }
}
