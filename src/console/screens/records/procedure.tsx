import type { ProceduresGetResponse } from '../../../client/index.js';
import { client, isGone } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Empty, Loading, Tags } from '../../parts/controls.js';
import { Metadata } from '../../parts/fact.js';
import { ForgetButton } from '../../parts/forget-button.js';
import { BackLink } from '../../parts/parts-nav.js';
import { StoredText } from '../../parts/text.js';
import { go } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { useAction, useLoaded } from '../../state/use.js';
import { ProcedureFacts } from './procedure-facts.js';
import { ProcedureVersions } from './procedure-versions.js';

export function Procedure({ id, back }: { id: string; back: string }) {
  const {
    value: procedure,
    loading,
    error,
    again,
  } = useLoaded((signal) => client.procedures.get({ id }, { signal }), [id], { quiet: true });
  if (!procedure)
    return loading ? (
      <Loading />
    ) : (
      <Empty icon="warn" title={isGone(error) ? 'This procedure no longer exists' : 'Could not load this procedure'}>
        <p>
          <a href={back}>All procedures</a>
        </p>
      </Empty>
    );
  return (
    <>
      <BackLink to={back} all="procedures" />
      <section class="card steps">
        <h2>
          <bdi>{procedure.name}</bdi>
        </h2>
        {procedure.description && <StoredText text={procedure.description} />}
        <ol class="procedure-steps">
          {procedure.steps.map((text, at) => (
            <li key={at}>
              <StoredText text={text} />
            </li>
          ))}
        </ol>
        {procedure.trigger && (
          <div>
            <h3>Used for</h3>
            <StoredText text={procedure.trigger} />
          </div>
        )}
        {procedure.tags.length > 0 && (
          <p class="drawer-tags">
            <Tags tags={procedure.tags} />
          </p>
        )}
        {mayWrite.value && <Actions procedure={procedure} changed={again} />}
      </section>
      <section class="card steps">
        <h2>Details</h2>
        <ProcedureFacts procedure={procedure} />
        <Metadata value={procedure.metadata} />
      </section>
      <ProcedureVersions procedure={procedure} />
    </>
  );
}

function Actions({ procedure, changed }: { procedure: ProceduresGetResponse; changed: () => void }) {
  const { busy, act } = useAction();
  const { id } = procedure;
  const report = async (outcome: 'success' | 'failure') => {
    const { successes, uses } = await client.procedures.outcome({ id, outcome });
    toast(`Recorded: ${successes} of ${uses} worked.`);
    changed();
  };
  return (
    <div class="actions">
      <Button icon="check" busy={busy.value} onClick={() => void act(() => report('success'))}>
        It worked
      </Button>
      <Button icon="warn" busy={busy.value} onClick={() => void act(() => report('failure'))}>
        It failed
      </Button>
      <CallButton name="It worked" call={{ operation: 'procedures.outcome', input: { id, outcome: 'success' } }} />
      <span class="spacer" />
      <ForgetButton id={id} then={() => go('records/procedures')} />
      <CallButton name="Forget" call={{ operation: 'memory.forget', input: { id } }} />
    </div>
  );
}
