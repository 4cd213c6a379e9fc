import { useSignal } from '@preact/signals';
import type { Memory } from '../../../client/index.js';
import { client, isGone, showError } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Loading } from '../../parts/controls.js';
import { ForgetButton } from '../../parts/forget-button.js';
import { leaving } from '../../state/pending.js';
import { addressOf, go } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { AllDone } from './care.js';
import { CareCard } from './care-card.js';

/** The memories with these ids; those that have since been forgotten are left out. */
export async function memoriesOf(ids: readonly string[], signal: AbortSignal): Promise<Memory[]> {
  const found = await Promise.all(
    ids.map((id) =>
      client.memory.get({ id }, { signal }).catch((error) => {
        if (isGone(error)) return null;
        throw error;
      }),
    ),
  );
  return found.filter((memory) => memory !== null);
}

interface Props {
  kind: 'flagged' | 'failing';
  ids: readonly string[];
  onResolved: () => void;
}

/** Flagged or failing memories, a few at a time, as listed by the health report. */
export function Reviewed({ kind, ids, onResolved }: Props) {
  const skipped = useSignal<ReadonlySet<string>>(new Set());
  const { value, loading } = useLoaded((signal) => memoriesOf(ids, signal), [ids]);
  if (!value) return loading ? <Loading /> : null;
  const shown = value.filter(({ id }) => !skipped.value.has(id) && !leaving.value.has(id));
  if (shown.length === 0)
    return (
      <AllDone
        what={kind === 'flagged' ? 'No text looks like instructions to an agent.' : 'No memory led to bad outcomes.'}
      />
    );
  const worked = async ({ id }: Memory) => {
    await client.memory.feedback({ memory_id: id, outcome: 'success' });
    onResolved();
  };
  return (
    <div class="care-cards">
      {shown.map((memory) => (
        <CareCard
          key={memory.id}
          memory={memory}
          note={kind === 'flagged' ? `risk ${memory.risk.toFixed(2)}` : `outcomes ${memory.outcome_score.toFixed(2)}`}
        >
          {mayWrite.value && <ForgetButton id={memory.id} then={onResolved} />}
          {mayWrite.value && (
            <Button icon="edit" onClick={() => go(`memories/${encodeURIComponent(memory.id)}`)}>
              Correct
            </Button>
          )}
          {kind === 'failing' && mayWrite.value && (
            <Button onClick={() => void worked(memory).catch(showError)}>It works now</Button>
          )}
          <Button kind="quiet" onClick={() => (skipped.value = new Set([...skipped.value, memory.id]))}>
            Skip
          </Button>
          <CallButton name="Forget" call={{ operation: 'memory.forget', input: { id: memory.id } }} />
        </CareCard>
      ))}
      <p class="soft small">
        Oldest first. <a href={addressOf('memories')}>All memories</a>
      </p>
    </div>
  );
}
