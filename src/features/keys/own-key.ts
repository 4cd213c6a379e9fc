import type { Caller } from './caller.js';
import { unknownKey } from './store.js';

/** A key may touch itself only; any other id is to it as if it did not exist. */
export function assertOwnKey(caller: Caller, id: string): void {
  if (caller.kind !== 'admin' && !(caller.kind === 'key' && caller.keyId === id)) throw unknownKey(id);
}
