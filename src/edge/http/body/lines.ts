import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../../kernel/errors.js';
import { type Line, Lines } from '../../../kernel/operation.js';
import type { Share } from '../admission/arriving.js';
import type { Line as Connection } from '../connections.js';
import { ClientGone } from '../response/errors.js';
import { isDeeperThan } from './depth.js';
import { roundingProblem } from './exact.js';
import { ChunkCount, Pieces } from './pieces.js';

const NEWLINE = 0x0a;
/** What a stream holds besides its lines: buffers of the connection, and the call. */
const STREAM_BYTES = 64 * 1024;
const TYPE = /^application\/(x-)?(ndjson|jsonl|jsonlines)\s*(;|$)/i;

export const isLines = (contentType: string | undefined) => contentType !== undefined && TYPE.test(contentType);

/** A body of JSON lines, read on demand: a slow reader slows the client down instead of filling the memory. */
interface LineRules {
  /** The largest line, in bytes. */
  limit: number;
  depth: number;
}

export function readLines(
  message: IncomingMessage,
  connection: Connection,
  rules: LineRules,
  begin: () => void,
  share: Share,
): Lines {
  const encoding = message.headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw invalid('The body must not be compressed: send plain JSON lines.');
  let held = 0;
  const hold = (bytes: number) => share.hold(STREAM_BYTES + held + bytes);
  return new Lines(lines(message, connection, rules, begin, { ...share, hold }), (bytes) => {
    held = bytes;
  });
}

async function* lines(
  message: IncomingMessage,
  connection: Connection,
  { limit, depth }: LineRules,
  begin: () => void,
  share: Share,
) {
  connection.streaming = true; // however long it takes; a client that goes silent is still disconnected
  begin();
  share.hold(0);
  const count = new ChunkCount();
  let index = 0;
  let pieces = new Pieces(limit);
  const parsed = () => {
    const line = pieces.isOver ? tooLong(index, limit) : parseLine(pieces.joined(), index, depth);
    pieces = new Pieces(limit);
    index++;
    return line;
  };
  try {
    for (let chunk = await next(message, connection); chunk !== null; chunk = await next(message, connection)) {
      count.add(chunk);
      if (count.problem) {
        connection.broken = count.problem;
        throw count.problem;
      }
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        pieces.add(chunk.subarray(start, end));
        const line = parsed();
        if (line) yield line;
        start = end + 1;
      }
      pieces.add(chunk.subarray(start));
      share.hold(pieces.held);
    }
    share.arrived();
    const line = parsed();
    if (line) yield line;
  } finally {
    connection.streaming = false;
  }
}

const tooLong = (index: number, limit: number): Line => ({ index, problem: `The line is longer than ${limit} bytes` });

/** Null for a blank line. */
function parseLine(bytes: Buffer, index: number, depth: number): Line | null {
  if (!isUtf8(bytes)) return { index, problem: 'The line is not valid UTF-8' };
  if (isDeeperThan(bytes, depth)) {
    return { index, problem: `The line nests deeper than ${depth} levels` };
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (text.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { index, problem: 'The line is not valid JSON' };
  }
  const problem = roundingProblem(bytes, value);
  return problem
    ? { index, problem: `\`${problem.field}\` ${problem.message}` }
    : { index, bytes: bytes.length, value };
}

/** The next chunk of the body, null after the last. The message is paused between two calls. */
function next(message: IncomingMessage, connection: Connection): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    if (message.readableEnded) return resolve(null);
    if (connection.broken && !message.complete) return reject(connection.broken);
    if (message.destroyed) return reject(new ClientGone());
    const finish = (error: Error | null, chunk: Buffer | null = null) => {
      connection.breakBody = undefined;
      message.pause();
      message.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      if (error) reject(error);
      else resolve(chunk);
    };
    const onData = (chunk: Buffer) => finish(null, chunk);
    const onEnd = () => finish(null);
    const onClose = () => finish(new ClientGone());
    connection.breakBody = finish;
    message.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    message.resume();
  });
}
