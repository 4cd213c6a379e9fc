import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { signatureOf } from './content.js';

/** The files below a folder whose names match, in a fixed order; hidden files and installed packages are skipped. */
export async function* filesBelow(folder: string, name: RegExp): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`Cannot read ${folder}: ${error.code === 'ENOTDIR' ? 'it is not a folder' : error.code}.`);
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), name);
    else if (entry.isFile() && name.test(entry.name)) yield join(folder, entry.name);
  }
}

/** If a file cannot be read, the error names it. */
export async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const input = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of input) yield Buffer.from(chunk as Buffer);
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`);
  }
}

/** Fails with a description of the file if its first bytes show that it is not UTF-8 text. */
export function refuseOther(bytes: Buffer, file: string): void {
  const other = signatureOf(bytes);
  if (other === undefined) return;
  const hint =
    other === 'UTF-16 text' ? ': save it as UTF-8' : other.includes('unpack') ? '' : ', which contains no text';
  throw new Failure(`${file === '-' ? 'Standard input' : file} is ${other}${hint}.`);
}

/** As text, without a byte order mark. */
export async function* textOfFile(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    let isFirst = true;
    for await (const chunk of chunksOf(file)) {
      if (isFirst) refuseOther(chunk, file);
      isFirst = false;
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure(`${file} is not UTF-8: convert it, for example with iconv -f WINDOWS-1252 -t UTF-8.`);
  }
}

export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of textOfFile(file)) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
