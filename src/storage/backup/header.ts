import { hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { VERSION } from '../../version.js';
import type { Database } from '../database.js';
import { SCHEMA_VERSION, tooNew } from '../migrations/index.js';
import type { Lock } from './seal.js';

/** Why a backup or a restore cannot continue, worded for the person who started it. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** Describes a backup. Stored in clear text at the start of the file; every seal covers it. */
export interface BackupHeader {
  format: number;
  /** The release that made the backup. */
  version: string;
  engine: Database['engine'];
  schema_version: number;
  created_at: string;
  /** The model of the vectors in use; null in a store that never had a model. */
  model: string | null;
  /** Distinguishes the backups of one database from those of others; null if no service has ever started on it. */
  database: string | null;
  compression: 'brotli';
  encryption: Lock | null;
}

export const FORMAT = 1;
const MAGIC = Buffer.from('recollect backup\n');
/** Bytes; our headers have a few hundred. */
const LONGEST_HEADER = 65_536;

export const notABackup = (path: string) => new BackupProblem(`${path} is not a backup of Recollect.`);
export const truncated = (path: string) =>
  new BackupProblem(
    `${path} is truncated: it ends before the backup does. None of it can be trusted; use another backup.`,
  );
export const damaged = (path: string) =>
  new BackupProblem(`${path} is damaged: a checksum does not match. None of it can be trusted; use another backup.`);

const NO_ROOM: Record<string, string> = {
  ...{ ENOSPC: 'the disk is full', EDQUOT: 'the disk quota is used up' },
  EFBIG: 'the file is larger than this process may write',
};
/** Turns "no space left" into a problem that names the folder; returns any other error unchanged. */
export function noRoom(error: unknown, folder: string): unknown {
  const why = NO_ROOM[(error as NodeJS.ErrnoException).code ?? ''];
  return why
    ? new BackupProblem(`${folder} cannot be written to: ${why}. Make room there, and run this again.`)
    : error;
}

export const unknownPart = (name: string) =>
  new BackupProblem(`The backup has parts that this release does not know (${name}).`);

/** A secret that is created once per database; its hash identifies the database. */
const DATABASE_SECRET_SETTING = 'event_id_secret';

export function headerOf(engine: BackupHeader['engine'], schema: number, settings: { name: string; value: string }[]) {
  const found = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null;
  const secret = found(DATABASE_SECRET_SETTING);
  return {
    version: VERSION,
    engine,
    schema_version: schema,
    created_at: new Date().toISOString(),
    model: found('embedding_model'),
    database: secret && hash('sha256', `recollect backup ${secret}`).slice(0, 32),
  };
}

/** The bytes before the first frame. */
export function encodeHeader(header: BackupHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([MAGIC, length, text]);
}

/** Reads exactly `length` bytes, or as many as there are. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** Returns the header and its bytes, whichever release made it. */
export async function readHeader(file: FileHandle, path: string): Promise<{ header: BackupHeader; bytes: Buffer }> {
  const start = await readAt(file, 0, MAGIC.length + 4);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) throw notABackup(path);
  if (start.length < MAGIC.length + 4) throw truncated(path);
  const length = start.readUInt32BE(MAGIC.length);
  if (length > LONGEST_HEADER) throw damaged(path);
  const text = await readAt(file, start.length, length);
  if (text.length < length) throw truncated(path);
  try {
    return { header: JSON.parse(text.toString()), bytes: Buffer.concat([start, text]) };
  } catch {
    throw damaged(path);
  }
}

/** Throws if this release cannot restore the backup. */
export function checkHeader({ format, version, schema_version: schema }: BackupHeader, path: string): void {
  if (!Number.isInteger(format)) throw damaged(path);
  if (format > FORMAT || schema > SCHEMA_VERSION) {
    const newer = format > FORMAT ? `format ${format}` : `schema version ${schema}`;
    const known = format > FORMAT ? FORMAT : SCHEMA_VERSION;
    throw new BackupProblem(
      `${path} was made by Recollect ${version} (${newer}; this release knows up to ${known}): restore it with that release or a newer one.`,
    );
  }
}

/** Throws if a newer release has migrated the database. */
export function checkSchema(found: number): void {
  if (found > SCHEMA_VERSION) throw new BackupProblem(tooNew(found));
}
