import { type DestinationStream, type Logger, pino } from 'pino';
import { environment } from '../../config/env.js';
import { readableLog } from './readable-log.js';
import { coloursFor } from './terminal.js';

const HEADERS = ['authorization', 'cookie', '["x-api-key"]', '["proxy-authorization"]', '["set-cookie"]'];
const PLACES = ['', 'headers.', 'req.headers.', 'request.headers.', 'res.headers.'];
const at = (place: string, header: string) =>
  header.startsWith('[') ? `${place.replace(/\.$/, '')}${header}` : `${place}${header}`;

/** Headers that carry credentials, in all places where a log line may contain them. */
const REDACTED = PLACES.flatMap((place) => HEADERS.map((header) => at(place, header)));

/** Warnings and errors are written at once, other lines together at the end of the turn of the event loop: a write costs more than making its line. */
const AT_ONCE = 40;

export function gathered(to: DestinationStream): DestinationStream {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') to.write(lines);
  };
  process.on('exit', flush);
  return {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (this.lastLevel >= AT_ONCE) flush();
    },
  } as DestinationStream & { lastLevel: number };
}

/** To stderr: readable lines on a terminal, JSON otherwise. Written synchronously, so that the last lines are not lost. */
function stderr(): DestinationStream {
  if (!process.stderr.isTTY) return gathered(pino.destination({ dest: 2, sync: true }));
  const write = (line: string) => process.stderr.write(`\r\x1b[K${line}`); // there may be a progress bar on the line
  return readableLog(write, coloursFor(process.stderr, environment()));
}

/** Only what shows where an error happened. A database error also carries rows and parameters, which are callers' data. */
function bare(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 500) };
  const { name: type, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type,
    message: message.slice(0, 500),
    stack: stack?.slice(0, 4_000),
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error ? { cause: cause.message.slice(0, 500) } : {}),
  };
}

export const createLogger = (level: string, destination: DestinationStream = stderr()): Logger =>
  pino({ level, redact: { paths: REDACTED, censor: '[redacted]' }, serializers: { err: bare } }, destination);
