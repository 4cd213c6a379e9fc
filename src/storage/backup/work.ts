import type { PartEnd } from './parts.js';

export interface BackupProgress {
  doing: 'copy' | 'write' | 'read back' | 'restore' | 'verify';
  part: string;
  /** Bytes so far. */
  bytes: number;
  /** Total bytes; null if unknown. */
  of: number | null;
}

/** What every long step receives. */
export interface Work {
  signal: AbortSignal;
  onProgress(progress: BackupProgress): void;
}

export interface Restored {
  /** Row counts by table. */
  rows: Record<string, number>;
  /** Credentials of the data folder that were in the backup: written, or kept because the folder already had one. */
  keys: { written: string[]; kept: string[] };
  /** SQLite: the image that was restored. */
  image?: PartEnd;
}

export interface TableComparison {
  name: string;
  /** Rows in the backup and in the restored copy. */
  rows: number;
  restored: number;
  same: boolean;
}
