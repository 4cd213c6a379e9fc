import { signal } from '@preact/signals';
import { client, isGone, showError } from '../api.js';
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
  ids: string[];
  timer: ReturnType<typeof setTimeout>;
  close: () => void;
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
    timer: setTimeout(() => void carryOut(batch), GRACE_MS),
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

async function carryOut(batch: Batch): Promise<void> {
  batches.delete(batch);
  const queue = [...batch.ids];
  const failed: string[] = [];
  let problem: unknown;
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await client.memory.forget({ id });
      } catch (error) {
        if (isGone(error)) continue;
        failed.push(id);
        problem = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed.length > 0) {
    without(failed);
    showError(problem);
  }
  const done = batch.ids.length - failed.length;
  if (done > 0) toast(done === 1 ? 'Forgotten.' : `${done} memories forgotten.`);
  changes.value++;
}

/** Leaving the page confirms pending forgets: they are sent at once. */
export function sendOnLeaving(): void {
  addEventListener('pagehide', () => {
    for (const batch of batches) {
      clearTimeout(batch.timer);
      for (const id of batch.ids)
        void fetch(`/memory/forget?id=${encodeURIComponent(id)}`, { method: 'DELETE', keepalive: true });
    }
    batches.clear();
  });
}
