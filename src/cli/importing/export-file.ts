import { text } from 'node:stream/consumers';
import type { MemoryImportResponse } from '../../client/index.js';
import { EXIT, Failure } from '../failure.js';
import { amounts } from '../output/amounts.js';
import { countText } from '../output/count-text.js';
import { Counter } from '../output/counter.js';
import { callRemote, remoteOf } from '../remote/remote.js';
import { stopSignals } from '../stop-signals.js';
import { chunksOf } from './files.js';
import { importLines } from './lines.js';
import type { ImportOptions } from './options.js';

const ERRORS_SHOWN = 20;

/** Sends a file as JSON lines, whatever its format: neither end ever holds all of it. */
export async function importExport(file: string, options: ImportOptions): Promise<number> {
  const refused = (['dryRun', 'prune', 'restart', 'namespace'] as const).find((name) => options[name] !== undefined);
  if (refused) throw new Failure(`${FLAGS[refused]} does not apply to exports: ${IMPORTABLE_BESIDES}.`);
  let passed = { lines: 0 };
  const body = importLines(chunksOf(file), file, (lines) => {
    passed = { lines };
  });
  return sendLines(
    counted(body, () => passed.lines),
    options,
  );
}

const FLAGS = { dryRun: '--dry-run', prune: '--prune', restart: '--restart', namespace: '--namespace' };
const IMPORTABLE_BESIDES = 'it is for chats, notes and tables';

async function* counted(body: AsyncIterable<Buffer>, lines: () => number) {
  for await (const bytes of body) yield { bytes, lines: lines() };
}

/** Sends JSON lines to `POST /memory/import` and returns the result. */
export async function sendLines(
  input: AsyncIterable<{ bytes: Buffer; lines: number }>,
  options: ImportOptions,
): Promise<number> {
  const remote = remoteOf(options);
  const { signal } = stopSignals();
  const counter = new Counter(process.stderr, 'Sent');
  async function* body() {
    for await (const { bytes, lines } of input) {
      counter.add(lines, bytes.length);
      yield bytes;
    }
  }
  const query = { user_id: options.userId, agent_id: options.agentId, source: options.source };
  try {
    const call = { method: 'POST', path: '/memory/import', contentType: 'application/x-ndjson' } as const;
    const response = await callRemote(remote, { ...call, query, body: body(), signal });
    const result = JSON.parse(await text(response)) as MemoryImportResponse;
    counter.end();
    return report(result, counter.seconds);
  } catch (error) {
    counter.end();
    if (!signal.aborted) throw error;
    throw new Failure(
      'The import was stopped. What was imported so far is stored. Run it again to continue; nothing is imported twice.',
    );
  }
}

function report({ imported, duplicates, counts, error_count, errors }: MemoryImportResponse, seconds: number): number {
  for (const { index, message } of errors.slice(0, ERRORS_SHOWN))
    process.stderr.write(`entry ${index + 1}: ${message}\n`);
  if (error_count > ERRORS_SHOWN)
    process.stderr.write(`and ${error_count - Math.min(errors.length, ERRORS_SHOWN)} more\n`);
  const of = (which: 'imported' | 'duplicates') =>
    Object.fromEntries(Object.entries(counts ?? {}).map(([kind, figures]) => [kind, figures[which]]));
  const parts = [
    `Imported ${amounts({ ...of('imported'), memories: imported })}`,
    countText(duplicates, 'duplicate'),
    amounts(of('duplicates'), 'duplicate '),
    countText(error_count, 'error'),
  ].filter(Boolean);
  process.stdout.write(`${parts.join(', ')} in ${seconds.toFixed(1)} s.\n`);
  return error_count > 0 ? EXIT.failure : EXIT.ok;
}
