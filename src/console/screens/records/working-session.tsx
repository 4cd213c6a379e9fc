import { client } from '../../api.js';
import { CallButton, Code } from '../../parts/call.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Empty, Loading } from '../../parts/controls.js';
import { BackLink } from '../../parts/parts-nav.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useAction, useLoaded } from '../../state/use.js';

/** The working memory of a session, oldest first: at most a hundred items. */
export function WorkingSession({ id, back }: { id: string; back: string }) {
  const { value, loading, again } = useLoaded((signal) => client.working.get({ session_id: id }, { signal }), [id]);
  if (!value) return loading ? <Loading /> : null;
  return (
    <>
      <BackLink to={back} all="sessions" />
      <div class="list-line">
        <h2>
          <bdi>{id}</bdi> <span class="count">{value.count}</span>
        </h2>
        {value.count > 0 && mayWrite.value && <Clear id={id} done={again} />}
      </div>
      {value.count === 0 && (
        <Empty icon="clock" title="This session is empty">
          <p>Its items have expired, or no session has this name.</p>
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

function Clear({ id, done }: { id: string; done: () => void }) {
  const { busy, act } = useAction();
  const clear = async () => {
    const { removed } = await client.working.clear({ session_id: id });
    toast(removed === 1 ? '1 item removed.' : `${removed} items removed.`);
    done();
  };
  return (
    <div class="actions">
      <ConfirmButton icon="forget" question="Clear it for good?" busy={busy.value} onConfirm={() => void act(clear)}>
        Clear the session
      </ConfirmButton>
      <CallButton name="Clear the session" call={{ operation: 'working.clear', input: { session_id: id } }} />
    </div>
  );
}
