import { signal } from '@preact/signals';
import { client, isGone, messageOf } from '../api.js';
import { session, signOut } from './session.js';
import { toast } from './toasts.js';

/** How long a forget can be undone. The service forgets for good, so the call is delayed by this long. */
const GRACE_MS = 7_000;
/** Concurrent calls when many memories are forgotten. */
const AT_ONCE = 4;

/** Memories that are forgotten or about to be: lists leave them out. */
export const leaving = signal<ReadonlySet<string>>(new Set());
/** Incremented after each change, so that figures are read again. */
export const changes = signal(0);

interface Batch {
  ids: readonly string[];
  /** Those that have not been forgotten yet. */
  left: Set<string>;
  /** The session in which they were chosen: another one may have another key. */
  session: string | undefined;
  timer: ReturnType<typeof setTimeout>;
  close: () => void;
  carriedOut?: Promise<void>;
}
const batches = new Set<Batch>();

const without = (ids: readonly string[]) => {
  const rest = new Set(leaving.value);
  for (const id of ids) rest.delete(id);
  leaving.value = rest;
};

export function forgetLater(ids: readonly string[]): void {
  if (ids.length === 0) return;
  leaving.value = new Set([...leaving.value, ...ids]);
  const batch: Batch = {
    ids: [...ids],
    left: new Set(ids),
    session: session.value?.id,
    timer: setTimeout(() => void flush(batch), GRACE_MS),
    close: toast(ids.length === 1 ? 'Forgetting 1 memory…' : `Forgetting ${ids.length} memories…`, {
      ms: GRACE_MS,
      action: { label: 'Undo', run: () => undo(batch) },
    }),
  };
  batches.add(batch);
}

function undo(batch: Batch): void {
  clearTimeout(batch.timer);
  batches.delete(batch);
  batch.close();
  without(batch.ids);
}

function flush(batch: Batch): Promise<void> {
  clearTimeout(batch.timer);
  batch.close();
  batch.carriedOut ??= carryOut(batch).finally(() => batches.delete(batch));
  return batch.carriedOut;
}

async function carryOut(batch: Batch): Promise<void> {
  const queue = [...batch.ids];
  const failed: string[] = [];
  let problem: unknown;
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        if (session.value?.id !== batch.session) throw new Error('The session in which they were chosen has ended.');
        await client.memory.forget({ id });
      } catch (error) {
        if (!isGone(error)) {
          failed.push(id);
          problem = error;
          continue;
        }
      }
      batch.left.delete(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed.length > 0) {
    without(failed);
    const what = failed.length === 1 ? '1 memory was' : `${failed.length} memories were`;
    toast(`${what} not forgotten. ${messageOf(problem)}`, { kind: 'error' });
  }
  const done = batch.ids.length - failed.length;
  if (done > 0) toast(done === 1 ? 'Forgotten.' : `${done} memories forgotten.`);
  changes.value++;
}

/** Signing out confirms pending forgets, too. */
export async function forgetAndSignOut(): Promise<void> {
  await Promise.all([...batches].map(flush));
  await signOut();
}

/** Leaving the page confirms pending forgets: they are sent at once. */
export function sendOnLeaving(): void {
  addEventListener('pagehide', () => {
    for (const batch of batches) {
      clearTimeout(batch.timer);
      if (session.value?.id !== batch.session) continue;
      for (const id of batch.left)
        void fetch(`/memory/forget?id=${encodeURIComponent(id)}`, { method: 'DELETE', keepalive: true });
    }
    batches.clear();
  });
}
