import type { PartEnd } from './parts.js';

export interface BackupProgress {
  doing: 'copy' | 'write' | 'read back' | 'restore' | 'verify';
  part: string;
  /** Bytes so far. */
  bytes: number;
  /** Bytes in all; null if nobody knows. */
  of: number | null;
}

/** What every long step takes. */
export interface Work {
  signal: AbortSignal;
  tell(progress: BackupProgress): void;
}

export interface Restored {
  /** By table. */
  rows: Record<string, number>;
  /** Credentials of the data folder that were in the backup: put there, or not because there was one. */
  keys: { written: string[]; kept: string[] };
  /** SQLite: what was put there. */
  image?: PartEnd;
}

export interface TableComparison {
  name: string;
  /** In the backup, and in what was restored from it. */
  rows: number;
  restored: number;
  same: boolean;
}
