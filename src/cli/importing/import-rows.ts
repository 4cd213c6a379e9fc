import { candidatesOf, type EntryOptions } from '../../features/portability/entry.js';
import { randomIds } from '../../kernel/ids.js';
import { isRecord } from '../conversations/message.js';
import { EXIT, Failure } from '../failure.js';
import { countText } from '../output/count-text.js';
import { parsed } from '../parsed.js';
import { print } from '../remote/client.js';
import { csvRecords } from './csv.js';
import type { Found } from './detect.js';
import { sendLines } from './export-file.js';
import { linesOf, textOfFile } from './files.js';
import type { ImportOptions } from './options.js';
import { entryOf, type Mapping, mappingOf, suggestedMapping } from './rows.js';

const SHOWN = 5;
const SENT_BYTES = 256 * 1024;

/** Imports rows of a table or lines of JSON as memories. */
export async function importRows(found: Found, options: ImportOptions): Promise<number> {
  if (options.dryRun) return showRows(found, options);
  return sendLines(packed(entries(found, options)), { ...options, source: 'recollect' });
}

async function* entries(found: Found, options: ImportOptions): AsyncGenerator<Record<string, unknown>> {
  let mapping: Mapping | undefined = options.map === undefined ? undefined : mappingOf(options.map);
  let isChecked = false;
  for await (const row of rows(found)) {
    mapping ??= suggestedMapping(Object.keys(row), found.path);
    if (!isChecked && found.kind === 'csv') checkColumns(mapping, row, found.path);
    isChecked = true;
    const entry = entryOf(row, mapping);
    const namespace = options.namespace === undefined ? {} : { namespace: options.namespace };
    yield { ...entry, ...namespace };
  }
  if (!isChecked) throw new Failure(`There are no rows in ${found.path}.`);
}

function checkColumns(mapping: Mapping, row: Record<string, unknown>, path: string): void {
  const missing = [...mapping.values()].find((column) => !(column in row));
  if (missing === undefined) return;
  throw new Failure(`${path} has no column ${missing}: it has ${Object.keys(row).slice(0, 12).join(', ')}.`);
}

async function* rows({ kind, path }: Found): AsyncGenerator<Record<string, unknown>> {
  if (kind === 'csv') {
    yield* csvRecords(textOfFile(path), /\.tsv$/i.test(path) ? '\t' : undefined);
    return;
  }
  let number = 0;
  for await (const line of linesOf(path)) {
    number++;
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (!isRecord(value)) throw new Failure(`${path}: line ${number} is not a JSON object.`);
    yield value;
  }
}

async function* packed(
  entries: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<{ bytes: Buffer; lines: number }> {
  let lines: string[] = [];
  let size = 0;
  for await (const entry of entries) {
    const line = JSON.stringify(entry);
    lines.push(line);
    size += line.length;
    if (size < SENT_BYTES) continue;
    yield { bytes: Buffer.from(`${lines.join('\n')}\n`), lines: lines.length };
    [lines, size] = [[], 0];
  }
  if (lines.length > 0) yield { bytes: Buffer.from(`${lines.join('\n')}\n`), lines: lines.length };
}

async function showRows(found: Found, options: ImportOptions): Promise<number> {
  const { userId, agentId } = options;
  const scope = {
    ...(userId !== undefined && { user_id: userId }),
    ...(agentId !== undefined && { agent_id: agentId }),
  };
  const checked: EntryOptions = { source: 'recollect', scope, ids: randomIds(Date.now) };
  const [good, bad]: [string[], string[]] = [[], []];
  let [count, row] = [0, 0];
  let problems = 0;
  for await (const value of entries(found, options)) {
    row++;
    const problem = candidatesOf({ index: row - 1, value }, checked).find((one) => 'problem' in one)?.problem;
    if (problem !== undefined && ++problems <= SHOWN) bad.push(`  entry ${row}: ${problem}`);
    if (problem === undefined && ++count <= SHOWN) good.push(`  ${JSON.stringify(value).slice(0, 200)}`);
  }
  const more = (all: number) => (all > SHOWN ? [`  and ${all - SHOWN} more`] : []);
  print(
    [
      `${found.path}: ${countText(count, 'memory', 'memories')}, ${countText(problems, 'row')} that would be refused.`,
      ...good,
      ...more(count),
      ...(problems > 0 ? ['Refused:', ...bad, ...more(problems)] : []),
      'Nothing was sent.',
    ].join('\n'),
  );
  return problems > 0 ? EXIT.failure : EXIT.ok;
}
