import { createReadStream } from 'node:fs';
import { amounts } from './amounts.js';
import { Counter } from './counter.js';
import { EXIT, Failure } from './failure.js';
import { importLines } from './import-lines.js';
import { callRemote, type RemoteOptions, readAll, remoteOf } from './remote.js';
import { stopSignals } from './stop-signals.js';

export interface ImportOptions extends RemoteOptions {
  userId?: string;
  agentId?: string;
  source?: string;
}
interface ImportAnswer {
  imported: number;
  duplicates: number;
  counts: Record<string, { imported: number; duplicates: number }>;
  error_count: number;
  errors: { index: number; message: string }[];
}

const ERRORS_SHOWN = 20;

/** Sends a file as JSON lines, whatever its form: neither end ever holds all of it. */
export async function importCommand(file: string, options: ImportOptions): Promise<number> {
  const remote = remoteOf(options);
  const { signal } = stopSignals();
  const counter = new Counter(process.stderr, 'Sent');
  const input = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
  const body = importLines(readable(input, file), file, (lines, bytes) => counter.add(lines, bytes));
  const query = { user_id: options.userId, agent_id: options.agentId, source: options.source };
  try {
    const call = { method: 'POST', path: '/memory/import', contentType: 'application/x-ndjson' } as const;
    const answer = JSON.parse(
      await readAll(await callRemote(remote, { ...call, query, body, signal })),
    ) as ImportAnswer;
    counter.end();
    return report(answer, counter.seconds);
  } catch (error) {
    counter.end();
    if (!signal.aborted) throw error;
    throw new Failure(
      'The import was stopped: what was written before stays. Run it again to go on; nothing comes twice.',
    );
  }
}

/** A file that cannot be read is told by its name, not as trouble with the service. */
async function* readable(input: AsyncIterable<Buffer | string>, file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of input) yield Buffer.from(chunk as Buffer);
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`);
  }
}

function report({ imported, duplicates, counts, error_count, errors }: ImportAnswer, seconds: number): number {
  for (const { index, message } of errors.slice(0, ERRORS_SHOWN)) {
    process.stderr.write(`entry ${index + 1}: ${message}\n`);
  }
  if (error_count > ERRORS_SHOWN)
    process.stderr.write(`and ${error_count - Math.min(errors.length, ERRORS_SHOWN)} more\n`);
  const of = (which: 'imported' | 'duplicates') =>
    Object.fromEntries(Object.entries(counts ?? {}).map(([kind, figures]) => [kind, figures[which]]));
  const parts = [
    `Imported ${amounts({ ...of('imported'), memories: imported })}`,
    `${duplicates} duplicates`,
    amounts(of('duplicates'), 'duplicate '),
    `${error_count} errors`,
  ].filter(Boolean);
  process.stdout.write(`${parts.join(', ')} in ${seconds.toFixed(1)} s.\n`);
  return error_count > 0 ? EXIT.failure : EXIT.ok;
}
