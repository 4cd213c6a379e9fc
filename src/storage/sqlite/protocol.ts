import type { ErrorCode } from '../../kernel/errors.js';
import type { DatabaseFigures } from '../database.js';
import type { Lane } from '../statement.js';

/** `slow`: reads that used up their slice elsewhere. */
export type ThreadLane = Lane | 'slow';

/** What passes between the main thread and a database thread. */
export interface ThreadData {
  file: string;
  lane: ThreadLane;
  cacheBytes: number;
  flags: SharedArrayBuffer;
}
export interface Call {
  id: number;
  name: string;
  keyId: string | null;
  input: unknown;
  /** The call's slot in the flags. */
  slot: number;
  /** In terms of `sharedNow()`; a read that runs longer is interrupted. */
  deadline: number;
}
export interface Outcome {
  id: number;
  /** Database time that the call took. */
  ms: number;
  value?: unknown;
  error?: { code?: ErrorCode; message: string; details?: unknown; retryAfter?: number | undefined; cause?: string };
  /**
   * Not completed: `back`, to be sent again; `again`, the same, but only a few times; `slow`, it has used up its slice; `gone`,
   * its caller has disconnected.
   */
  undone?: 'back' | 'again' | 'slow' | 'gone';
}
/** One step of a scrub: the pages from `page` on; `fd` is the database's file. */
export interface ScrubStep {
  fd: number;
  page: number;
}
/** `next`: the page to continue with, null at the end. A null result: the log could not be emptied now. */
export type ScrubResult = { next: number | null; ms: number } | null;

export type ThreadMessage = { calls: Call[] } | { figures: true } | { scrub: ScrubStep } | { close: true };
export type ThreadReply =
  | { ready: true }
  | { ready: false; message: string }
  | { outcomes: Outcome[]; removed: boolean }
  | { scrubbed: ScrubResult }
  | { figures: NonNullable<DatabaseFigures['vectorCache']> };
