import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { framed, unframed } from './frames.js';
import {
  type BackupHeader,
  BackupProblem,
  checkHeader,
  damaged,
  encodeHeader,
  FORMAT,
  noRoom,
  readHeader,
} from './header.js';
import { type BackupEnd, type Part, Parts, written } from './parts.js';
import { checksums, encrypting, keyOf, newLock, type Seal } from './seal.js';

/** Higher qualities take several times as long and save little: most of a database is vectors, which do not compress. */
const QUALITY = 1;
const WINDOW = 22;

export interface Content {
  header: Omit<BackupHeader, 'format' | 'compression' | 'encryption'>;
  parts: AsyncIterable<Part>;
  /** Called after the last part. */
  end(): Promise<BackupEnd>;
}
type OnBytes = (part: string, bytes: number) => void;

/** Writes a backup under a name that cannot be mistaken for a finished one; `accept` gives it its final name. A file that fails is deleted. */
export async function writeBackup(
  part: string,
  content: Content,
  options: { passphrase: string | null; signal: AbortSignal; onBytes: OnBytes },
): Promise<BackupHeader> {
  const { passphrase, signal, onBytes } = options;
  const lock = passphrase === null ? null : newLock();
  const made = lock && passphrase !== null ? await keyOf(passphrase, lock) : null;
  const encryption = lock && made ? { ...lock, check: made.check } : null;
  const header: BackupHeader = { format: FORMAT, ...content.header, compression: 'brotli', encryption };
  const start = encodeHeader(header);
  const seal = made ? encrypting(made.key, start) : checksums(start);
  const file = await open(part, 'wx', 0o600);
  /** Why writing failed: the pipeline itself reports only that it was aborted. */
  let problem: unknown;
  try {
    await file.write(start);
    const compress = createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
    });
    const source = Readable.from(written(content.parts, content.end, onBytes), { objectMode: false });
    await pipeline(
      source,
      compress,
      (compressed: AsyncIterable<Buffer>) => framed(compressed, seal),
      async (frames: AsyncIterable<Buffer>) => {
        for await (const frame of frames) {
          await writeAll(file, frame).catch((error: unknown) => {
            problem = error;
            throw error;
          });
        }
      },
      { signal },
    );
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw noRoom(problem ?? error, dirname(part));
  } finally {
    await file.close();
  }
  return header;
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

/** Renames a complete file to its final name, durably. */
export async function accept(part: string, path: string): Promise<void> {
  await rename(part, path);
  await syncFolder(dirname(path));
}

export async function syncFolder(folder: string): Promise<void> {
  // Some systems do not allow a folder to be opened or synced.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

export interface OpenBackup {
  header: BackupHeader;
  /** Size of the file in bytes. */
  size: number;
  parts: Parts;
  close(): Promise<void>;
}

/** Opens a backup that this release can read. Damage shows up while its parts are read: trust none of them until the last one has been read. */
export async function openBackup(
  path: string,
  passphrase: string | null,
  onRead?: (bytes: number) => void,
): Promise<OpenBackup> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(`${path} cannot be read (${error.code}).`);
  });
  try {
    const { size } = await file.stat();
    const { header, bytes } = await readHeader(file, path).catch((error) => {
      throw error.code === 'EISDIR' ? new BackupProblem(`${path} is a folder: name one of the backups in it.`) : error;
    });
    checkHeader(header, path);
    const seal = await sealOf(path, header, bytes, passphrase);
    const frames = counted(unframed(file, path, bytes.length, seal), onRead);
    return { header, size, parts: new Parts(decompressed(frames, path)), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function sealOf(path: string, header: BackupHeader, bytes: Buffer, passphrase: string | null): Promise<Seal> {
  const lock = header.encryption;
  if (!lock) {
    // Otherwise an unencrypted file that somebody else put there would pass for the encrypted one.
    if (passphrase !== null) throw new BackupProblem(`${path} is not encrypted: leave out the passphrase.`);
    return checksums(bytes);
  }
  if (passphrase === null) {
    throw new BackupProblem(
      `${path} is encrypted: give its passphrase with --passphrase-file or RECOLLECT_BACKUP_PASSPHRASE.`,
    );
  }
  const made = await keyOf(passphrase, lock);
  if (!made) throw new BackupProblem(`${path} is encrypted in a way that this release does not support.`);
  if (made.check !== lock.check) throw new BackupProblem(`The passphrase does not match ${path}.`);
  return encrypting(made.key, bytes);
}

async function* counted(source: AsyncIterable<Buffer>, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onRead?.(chunk.length);
    yield chunk;
  }
}

async function* decompressed(source: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  const decompress = createBrotliDecompress();
  const fed = pipeline(Readable.from(source, { objectMode: false }), decompress);
  fed.catch(() => {}); // reported by the loop
  try {
    for await (const chunk of decompress) yield chunk as Buffer;
    await fed;
  } catch (error) {
    await fed.catch(() => {});
    throw /BROTLI|Decompression|ERR__ERROR/.test(`${(error as NodeJS.ErrnoException).code} ${(error as Error).message}`)
      ? damaged(path)
      : error;
  }
}

/** Reads a backup to its end. */
export async function readThrough(backup: OpenBackup): Promise<{ parts: number; end: BackupEnd }> {
  let parts = 0;
  for await (const { data } of backup.parts) {
    for await (const _chunk of data) {
      // Reading it checks its checksum.
    }
    parts++;
  }
  return { parts, end: backup.parts.end as BackupEnd };
}
