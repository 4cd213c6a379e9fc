import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, type LocalModel, type ModelFile } from './manifest.js';

type FileCheck = 'good' | 'missing' | 'wrong';

/** Whether the file is the one in the manifest, byte for byte. */
export async function checkFile(path: string, file: ModelFile): Promise<FileCheck> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return 'missing';
  if (found.size !== file.bytes) return 'wrong';
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex') === file.sha256 ? 'good' : 'wrong';
}

export interface FolderCheck {
  folder: string;
  /** The files that are missing or wrong. */
  bad: { file: ModelFile; check: FileCheck }[];
}

export async function checkFolder(folder: string, model: LocalModel): Promise<FolderCheck> {
  const checks = filesOf(model).map(async (file) => ({ file, check: await checkFile(join(folder, file.path), file) }));
  return { folder, bad: (await Promise.all(checks)).filter(({ check }) => check !== 'good') };
}

export const describeProblems = (check: FolderCheck) =>
  check.bad
    .map(({ file, check: kind }) => `${file.path} is ${kind === 'wrong' ? 'a different file' : kind}`)
    .join(', ');
