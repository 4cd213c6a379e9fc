import type { ErrorCode } from '../../kernel/errors.js';
import type { DatabaseFigures } from '../database.js';
import type { Lane } from '../statement.js';

/** What goes between the main thread and a database thread. */
export interface ThreadData {
  file: string;
  lane: Lane;
  cacheBytes: number;
}
export interface Call {
  id: number;
  name: string;
  keyId: string | null;
  input: unknown;
}
export interface Outcome {
  id: number;
  value?: unknown;
  error?: { code?: ErrorCode; message: string; details?: unknown; retryAfter?: number | undefined };
}
export type ThreadMessage = { calls: Call[] } | { figures: true } | { scrub: true } | { close: true };
export type ThreadReply =
  | { ready: true }
  | { ready: false; message: string }
  | { outcomes: Outcome[] }
  | { scrubbed: boolean }
  | { figures: NonNullable<DatabaseFigures['vectorCache']> };
