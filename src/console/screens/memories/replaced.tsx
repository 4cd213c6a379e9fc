import type { Memory } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button } from '../../parts/controls.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useLoaded } from '../../state/use.js';

/** A superseded memory, and how to bring it back if that is possible: a different verdict, or undoing a compression. */
export function Replaced({ memory, changed }: { memory: Memory; changed: () => void }) {
  const by = memory.superseded_by as string;
  const { value: way } = useLoaded(
    async (signal) => {
      const { conflicts } = await client.conflicts.list(
        { user_id: memory.user_id, status: 'all', limit: 200 },
        { signal },
      );
      const conflict = conflicts.find(
        ({ memory_a: a, memory_b: b }) => [a.id, b.id].includes(memory.id) && [a.id, b.id].includes(by),
      );
      if (conflict)
        return {
          operation: 'conflicts.resolve' as const,
          input: { id: conflict.id, keep: conflict.memory_a.id === memory.id ? ('a' as const) : ('b' as const) },
        };
      const { edges } = await client.graph.explore(
        { id: memory.id, depth: 1, relationship: 'part_of', direction: 'out' },
        { signal },
      );
      return edges.some(({ to, automatic }) => automatic && to === by)
        ? { operation: 'memory.compressUndo' as const, input: { compressed_memory_id: by } }
        : null;
    },
    [memory.id, by],
    { quiet: true },
  );
  const restore = async () => {
    if (!way) return;
    if (way.operation === 'conflicts.resolve') await client.conflicts.resolve(way.input);
    else await client.memory.compressUndo(way.input);
    toast('The memory is active again.');
    changed();
  };
  return (
    <div class="notice">
      <p>
        Superseded by <a href={addressOf(`memories/${encodeURIComponent(by)}`)}>a newer memory</a>. Searches leave this
        one out.
      </p>
      {way && mayWrite.value && (
        <p class="inline-actions">
          <Button icon="undo" onClick={() => void restore().catch(showError)}>
            {way.operation === 'conflicts.resolve' ? 'Restore: this one is right' : 'Restore: undo the compression'}
          </Button>
          <CallButton name="Restore" call={way} />
        </p>
      )}
    </div>
  );
}
