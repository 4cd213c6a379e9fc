import { useSignal } from '@preact/signals';
import { client, tell } from '../../api.js';
import { CallButton, Code } from '../../parts/call.js';
import { Button, Empty, Loading } from '../../parts/controls.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useLoaded } from '../../state/use.js';

/** What a session has at hand, oldest first: at most a hundred items. */
export function WorkingSession({ id, back }: { id: string; back: string }) {
  const { state, again } = useLoaded((signal) => client.working.get({ session_id: id }, { signal }), [id]);
  const { value, loading } = state.value;
  if (!value) return loading ? <Loading /> : null;
  return (
    <>
      <p>
        <a href={back}>← All sessions</a>
      </p>
      <div class="list-line">
        <h2>
          <bdi>{id}</bdi> <span class="count">{value.count}</span>
        </h2>
        {value.count > 0 && mayWrite.value && <Clear id={id} done={again} />}
      </div>
      {value.count === 0 && (
        <Empty icon="clock" title="Nothing is at hand">
          <p>The items have expired, or nobody wrote to a session of this name.</p>
        </Empty>
      )}
      <ol class="cards">
        {value.items.map(({ content, at }, place) => (
          <li key={place} class="card record-card">
            <p class="soft small">
              <Time at={at} full />
            </p>
            {typeof content === 'string' ? (
              <StoredText text={content} />
            ) : (
              <Code text={JSON.stringify(content, null, 2)} label={`Item ${place + 1}`} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Asks twice: what is cleared does not come back. */
function Clear({ id, done }: { id: string; done: () => void }) {
  const sure = useSignal(false);
  const clear = async () => {
    if (!sure.value) {
      sure.value = true;
      return;
    }
    try {
      const { removed } = await client.working.clear({ session_id: id });
      toast(removed === 1 ? '1 item is gone.' : `${removed} items are gone.`);
      done();
    } catch (error) {
      tell(error);
    }
  };
  return (
    <div class="actions">
      <Button kind="danger" icon="forget" onClick={() => void clear()}>
        {sure.value ? 'Clear it for good?' : 'Clear the session'}
      </Button>
      <CallButton name="Clear the session" call={{ operation: 'working.clear', input: { session_id: id } }} />
    </div>
  );
}
