import { ApiError, ConnectionError, type MemoryImportResponse } from '../../../client/index.js';
import { pause, queryOf, readResponse } from '../../../client/transport.js';
import { entriesOf, isLine, linesIn, type Piece, piecesOf } from '../../lib/pieces.js';
import { begin } from '../../state/calls.js';

/** A document is read whole before it can be split into pieces. */
const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024;
const LINES_NAME = /\.(ndjson|jsonl)(\.gz)?$/i;
const ERRORS_KEPT = 500;
const TRIES = 4;
const LONGEST_PAUSE_MS = 30_000;

export type Counts = MemoryImportResponse['counts'];
export interface Report {
  counts: Counts;
  /** Entries of any kind. */
  errorCount: number;
  /** `line` counts from 1. */
  errors: readonly { line: number; message: string }[];
  /** Lines sent so far. */
  lines: number;
  /** Bytes of the file read so far. */
  bytes: number;
  /** Whether lines are those of the file; otherwise they are entries of a document. */
  areLines: boolean;
}

const NO_COUNTS: Counts = {
  memories: { imported: 0, duplicates: 0, errors: 0 },
  links: { imported: 0, duplicates: 0, errors: 0 },
  episodes: { imported: 0, duplicates: 0, errors: 0 },
  procedures: { imported: 0, duplicates: 0, errors: 0 },
  emotional: { imported: 0, duplicates: 0, errors: 0 },
};
export const NOTHING: Report = { counts: NO_COUNTS, errorCount: 0, errors: [], lines: 0, bytes: 0, areLines: true };

interface ImportOptions {
  user_id?: string;
  agent_id?: string;
  dry_run?: boolean;
}

/** Sends a file in pieces, continuing where `report` ends. What was sent stays; nothing is sent twice. */
export async function importFile(
  file: File,
  options: ImportOptions,
  report: Report,
  passed: (report: Report) => void,
  signal: AbortSignal,
): Promise<Report> {
  let now = report;
  let bytes = 0;
  const { lines, areLines } = await linesOf(file, (read) => {
    bytes = read;
  });
  for await (const piece of piecesOf(lines, report.lines)) {
    const response = await send(piece, options, file.name, signal);
    now = { ...joined(now, response, piece), bytes, areLines };
    passed(now);
  }
  if (now.lines === 0) throw new Error('The file is empty.');
  return { ...now, bytes: file.size };
}

/** The entries of the file, one per line, whatever its format. */
async function linesOf(file: File, read: (bytes: number) => void) {
  if (LINES_NAME.test(file.name)) return { lines: linesIn(textOf(file, read)), areLines: true };
  const first = await linesIn(textOf(file.slice(0, 8 * 1024 * 1024), () => {}, file.name)).next();
  if (!first.done && isLine(first.value)) return { lines: linesIn(textOf(file, read)), areLines: true };
  if (file.size > MAX_DOCUMENT_BYTES)
    throw new Error('This JSON document is too large for the page. Use `npx recollect import`, or JSON Lines.');
  let text = '';
  for await (const chunk of textOf(file, read)) text += chunk;
  const entries = entriesOf(parsed(text));
  if (!entries)
    throw new Error('This is not an export. Allowed: JSON documents, JSON arrays and JSON Lines, gzipped or not.');
  return { lines: entries, areLines: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not JSON. Allowed: JSON documents, JSON arrays and JSON Lines, gzipped or not.');
  }
}

async function* textOf(file: Blob, read: (bytes: number) => void, name = (file as File).name): AsyncGenerator<string> {
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      read(bytes);
      controller.enqueue(chunk);
    },
  });
  const plain = file.stream().pipeThrough(counted);
  const unpacked = /\.gz$/i.test(name) ? plain.pipeThrough(new DecompressionStream('gzip')) : plain;
  const reader = unpacked.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Waits and retries if that can help: the connection broke, the service is overloaded or the rate limit is reached. */
async function send(
  piece: Piece,
  options: ImportOptions,
  file: string,
  signal: AbortSignal,
): Promise<MemoryImportResponse> {
  const query = queryOf({ ...options });
  const end = begin({ operation: 'memory.import', input: { ...options }, file });
  for (let tried = 1; ; tried++) {
    try {
      const response = await post(`/memory/import${query ? `?${query}` : ''}`, piece.body, signal);
      end('ok');
      return response;
    } catch (error) {
      if (tried >= TRIES || !isWorthRetrying(error) || signal.aborted) {
        end(error instanceof ApiError ? error.status : 'failed');
        throw error;
      }
      const asked =
        error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1_000 : 500 * 2 ** tried;
      await pause(Math.min(asked, LONGEST_PAUSE_MS), signal);
    }
  }
}

async function post(address: string, body: string, signal: AbortSignal): Promise<MemoryImportResponse> {
  const response = await fetch(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new ConnectionError('The service cannot be reached', { cause: error });
  });
  return (await readResponse(response)) as MemoryImportResponse;
}

const isWorthRetrying = (error: unknown) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.code === 'rate_limited'));

function joined(report: Report, response: MemoryImportResponse, { first, lines }: Piece): Report {
  const kinds = Object.keys(report.counts) as (keyof Counts)[];
  const counts = Object.fromEntries(
    kinds.map((kind) => {
      const [before, more] = [report.counts[kind], response.counts[kind]];
      const sum = (name: keyof typeof before) => before[name] + more[name];
      return [kind, { imported: sum('imported'), duplicates: sum('duplicates'), errors: sum('errors') }];
    }),
  ) as Counts;
  const errors = response.errors.map(({ index, message }) => ({ line: first + index + 1, message }));
  return {
    ...report,
    counts,
    errorCount: report.errorCount + response.error_count,
    errors: [...report.errors, ...errors].slice(0, ERRORS_KEPT),
    lines: first + lines,
  };
}
