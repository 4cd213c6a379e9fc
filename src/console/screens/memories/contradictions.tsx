import type { Memory } from '../../../client/index.js';
import { client } from '../../api.js';
import { useLoaded } from '../../state/use.js';
import { ConflictCard } from '../care/conflict-card.js';

/** The user's conflicts in which this memory is one side. */
export function Contradictions({ memory, changed }: { memory: Memory; changed: () => void }) {
  const { value: conflicts = [], again } = useLoaded(
    async (signal) => {
      const { conflicts } = await client.conflicts.list(
        { user_id: memory.user_id, status: 'all', limit: 200 },
        { signal },
      );
      return conflicts.filter(({ memory_a: a, memory_b: b }) => a.id === memory.id || b.id === memory.id);
    },
    [memory.id, memory.updated_at],
    { quiet: true },
  );
  if (conflicts.length === 0) return null;
  return (
    <section class="drawer-part">
      <h3>
        Contradictions <span class="count">{conflicts.length}</span>
      </h3>
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          onResolved={() => {
            again();
            changed();
          }}
        />
      ))}
    </section>
  );
}
