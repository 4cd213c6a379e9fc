import type { EmbedPurpose } from '../embedder.js';
import type { LocalModel } from '../models/manifest.js';

/** One text for an embedding; two for the reader, with `gone` for which words of the first the second replaces. */
export type Input = string | readonly string[];

/** What a worker is started with. */
export interface WorkerSetup {
  folder: string;
  /** An embedding model; null for the reader. */
  model: LocalModel | null;
}

export type ToWorker =
  | { type: 'embed'; id: number; text: Input; purpose: EmbedPurpose; key: string }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'embedded'; id: number; vector: Float32Array; tokens: number }
  | { type: 'refused'; id: number; reason: string };
