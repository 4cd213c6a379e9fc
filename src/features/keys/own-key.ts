import type { Request } from '../request.js';
import { unknownKey } from './sql/store.js';

/** A key may access only itself and its children; any other id gets the same 404 as an unknown one. */
export async function assertOwnKey({ caller, keys }: Request, id: string): Promise<void> {
  if (caller.kind === 'admin') return;
  if (caller.kind === 'key') {
    if ((caller.bound?.keyId ?? caller.keyId) === id) return;
    if (!caller.bound && (await keys.get(id))?.parentId === caller.keyId) return;
  }
  throw unknownKey(id);
}
