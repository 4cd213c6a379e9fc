import type { Memory } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Loading } from '../../parts/controls.js';
import { ForgetButton } from '../../parts/forget-button.js';
import { leaving } from '../../state/pending.js';
import { mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { AllDone } from './care.js';
import { CareCard } from './care-card.js';

const PAGE = 20;

export function Stale({ user, onResolved }: { user: string | undefined; onResolved: () => void }) {
  const { value, loading, again } = useLoaded(
    (signal) => client.memory.stale({ ...(user ? { user_id: user } : {}), limit: PAGE }, { signal }),
    [user],
  );
  if (!value) return loading ? <Loading /> : null;
  const shown = value.stale_memories.filter(({ id }) => !leaving.value.has(id));
  if (shown.length === 0) return <AllDone what="Everything was stored or verified in the last 30 days." />;
  const verify = async ({ id }: Memory) => {
    await client.memory.verify({ id });
    again();
    onResolved();
  };
  return (
    <div class="care-cards">
      {shown.map((memory) => (
        <CareCard key={memory.id} memory={memory}>
          {mayWrite.value && (
            <>
              <Button kind="main" icon="check" onClick={() => void verify(memory).catch(showError)}>
                Still true
              </Button>
              <ForgetButton id={memory.id} then={onResolved} />
              <CallButton name="Still true" call={{ operation: 'memory.verify', input: { id: memory.id } }} />
            </>
          )}
        </CareCard>
      ))}
      {value.next_cursor && <p class="soft small">More appear as you resolve these.</p>}
    </div>
  );
}
