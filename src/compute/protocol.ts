import type { ErrorCode } from '../kernel/errors.js';

/** To the thread. `proceed`: the previous part has been received. */
export type ToThread =
  | { run: { id: number; flow: string; name: string; input: unknown } }
  | { proceed: number }
  | { cancel: number }
  | { close: true };

export type FromThread =
  | { id: number; part: unknown }
  | { id: number; value: unknown }
  | { id: number; error: { code?: ErrorCode; message: string; details?: unknown } };
