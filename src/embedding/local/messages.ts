import type { EmbedPurpose } from '../embedder.js';
import type { LocalModel } from '../models/manifest.js';

/** What a worker is born with. */
export interface WorkerSetup {
  folder: string;
  model: LocalModel;
  /** Threads of one inference run. */
  sessionThreads: number;
}

export type ToWorker =
  | { type: 'embed'; id: number; text: string; purpose: EmbedPurpose; key: string }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'embedded'; id: number; vector: Float32Array; tokens: number }
  | { type: 'refused'; id: number; reason: string };
