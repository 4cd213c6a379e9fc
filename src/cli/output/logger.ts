import { type DestinationStream, type Logger, pino } from 'pino';
import { environment } from '../../config/env.js';
import { readableLog } from './readable-log.js';
import { coloursFor } from './terminal.js';

const HEADERS = ['authorization', 'cookie', '["x-api-key"]', '["proxy-authorization"]', '["set-cookie"]'];
const PLACES = ['', 'headers.', 'req.headers.', 'request.headers.', 'res.headers.'];
const at = (place: string, header: string) =>
  header.startsWith('[') ? `${place.replace(/\.$/, '')}${header}` : `${place}${header}`;

/** Headers that carry credentials, wherever a log line may hold them. */
export const REDACTED = PLACES.flatMap((place) => HEADERS.map((header) => at(place, header)));

/** To stderr: lines for people on a terminal, JSON otherwise. Written at once, so that the last words are not lost. */
function stderr(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: 2, sync: true });
  const write = (line: string) => process.stderr.write(`\r\x1b[K${line}`); // a progress bar may stand there
  return readableLog(write, coloursFor(process.stderr, environment()));
}

/** Of an error what tells where it happened. A database's error also carries rows and parameters, which are callers' data. */
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
