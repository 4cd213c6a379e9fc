import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ENVELOPE } from '../../features/portability/envelope.js';
import { titleOf } from '../conversations/decode.js';
import { Failure } from '../failure.js';
import { describeOther, IMPORTABLE } from './content.js';
import { EntryScanner } from './json-entries.js';

/** How much of a file is read to determine what it is. */
const PREFIX_BYTES = 8 * 1024 * 1024;
const SENT_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const LINES_NAME = /\.(ndjson|jsonl)(\.gz)?$/i;
const OURS = /"format"\s*:\s*"recollect\./;

type Passed = (lines: number, bytes: number) => void;

/** The entries of a file as JSON lines: a file of lines is passed through, the entries of a document are extracted from it. */
export async function* importLines(
  input: AsyncGenerator<Buffer>,
  name: string,
  passed: Passed,
): AsyncGenerator<Buffer> {
  const { prefix, all } = await lookAhead(await unzipped(input));
  const other = describeOther(prefix, LINES_NAME.test(name));
  if (other) throw new Failure(`${titleOf(name)} is ${other}: ${IMPORTABLE}.`);
  const isOurs = OURS.test(prefix.toString('utf8', 0, 4096));
  const lines = hasLines(prefix, name) ? all : cutOut(all, isOurs);
  let count = 0;
  for await (const chunk of lines) {
    let found = 0;
    for (let i = chunk.indexOf(NEWLINE); i >= 0; i = chunk.indexOf(NEWLINE, i + 1)) found++;
    passed(found, chunk.length);
    count += chunk.length;
    yield chunk;
  }
  if (count > 0) return;
  // An empty export: sent as such, so that the service reports it.
  if (isOurs) yield Buffer.from('{"type":"export"}\n');
  else throw new Failure(`There are no entries in ${titleOf(name)}: ${IMPORTABLE}.`);
}

async function unzipped(input: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const { prefix, all } = await lookAhead(input, 2);
  return prefix[0] === 0x1f && prefix[1] === 0x8b
    ? chunksOf(pipeline(Readable.from(all), createGunzip(), () => {}))
    : all;
}

async function* chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(`The file is gzipped but cannot be decompressed (${code}).`);
  }
}

/** Reads until the first line is complete; `all` starts with what was read. */
async function lookAhead(input: AsyncGenerator<Buffer>, enough?: number) {
  const read: Buffer[] = [];
  let size = 0;
  for (let next = await input.next(); !next.done; next = await input.next()) {
    read.push(next.value);
    size += next.value.length;
    if (size >= (enough ?? PREFIX_BYTES) || (enough === undefined && next.value.includes(NEWLINE))) break;
  }
  async function* all() {
    yield* read;
    yield* input;
  }
  return { prefix: Buffer.concat(read), all: all() };
}

/** Whether the first line is an object and does not itself contain the entries. */
function hasLines(prefix: Buffer, name: string): boolean {
  if (LINES_NAME.test(name)) return true;
  const end = prefix.indexOf(NEWLINE);
  try {
    const first: unknown = JSON.parse(prefix.toString('utf8', 0, end < 0 ? prefix.length : end));
    if (typeof first !== 'object' || first === null || Array.isArray(first)) return false;
    return !Object.entries(first).some(([field, value]) => field in ENVELOPE && Array.isArray(value));
  } catch {
    return false;
  }
}

async function* cutOut(input: AsyncGenerator<Buffer>, isOurs: boolean): AsyncGenerator<Buffer> {
  const scanner = new EntryScanner();
  let lines: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    for (const { field, bytes } of scanner.push(chunk)) {
      if (field !== null && !(field in ENVELOPE)) continue;
      const type = field === 'memories' && isOurs ? 'memory' : field === null ? null : ENVELOPE[field];
      const line = type ? withType(bytes, type) : bytes;
      lines.push(line, Buffer.from('\n'));
      size += line.length + 1;
    }
    if (size < SENT_BYTES) continue;
    yield Buffer.concat(lines);
    [lines, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(lines);
  if (!scanner.isComplete) throw new Failure('The file ends in the middle of a JSON document.');
}

function withType(bytes: Buffer, type: string): Buffer {
  if (bytes[0] !== 0x7b) return bytes;
  const rest = bytes.subarray(1);
  const isEmpty = rest.toString('latin1').trim() === '}';
  return Buffer.concat([Buffer.from(`{"type":"${type}"${isEmpty ? '' : ','}`), rest]);
}
