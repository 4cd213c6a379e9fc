import { client } from '../../api.js';
import { Loading } from '../../parts/controls.js';
import { useLoaded } from '../../state/use.js';
import { AllDone } from './care.js';
import { ConflictCard } from './conflict-card.js';

const PAGE = 20;

export function Conflicts({ user, onResolved }: { user: string | undefined; onResolved: () => void }) {
  const { value, loading, again } = useLoaded(
    (signal) => client.conflicts.list({ ...(user ? { user_id: user } : {}), status: 'open', limit: PAGE }, { signal }),
    [user],
  );
  if (!value) return loading ? <Loading /> : null;
  if (value.conflicts.length === 0)
    return <AllDone what="No open contradictions. New ones appear here as agents store what they learn." />;
  return (
    <div class="care-cards">
      {value.conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          onResolved={() => {
            again();
            onResolved();
          }}
        />
      ))}
      {value.next_cursor && <p class="soft small">More appear as you resolve these.</p>}
    </div>
  );
}
