import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Memory } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { timesText } from '../../lib/text.js';
import { CallButton } from '../../parts/call.js';
import { Button } from '../../parts/controls.js';
import { Fact, TimeFact } from '../../parts/fact.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import { userAddress } from '../users/address.js';

const listed = (field: string, value: string) => addressOf('memories', new URLSearchParams({ [field]: value }));

export function Facts({ memory, changed }: { memory: Memory; changed: (memory: Memory) => void }) {
  const { valid_from: from, valid_until: until } = memory;
  return (
    <section class="drawer-part">
      <h3>Details</h3>
      <dl class="facts">
        <Fact name="User">
          <a href={userAddress(memory.user_id)}>
            <bdi>{memory.user_id}</bdi>
          </a>
        </Fact>
        <Fact name="Agent">
          <a href={listed('agent_id', memory.agent_id)}>
            <bdi>{memory.agent_id}</bdi>
          </a>
        </Fact>
        <Fact name="Namespace">
          <bdi>{memory.namespace}</bdi>
        </Fact>
        <TimeFact name="Stored" at={memory.created_at} />
        {memory.updated_at !== memory.created_at && <TimeFact name="Changed" at={memory.updated_at} />}
        <Fact name="Valid">
          {from === null && until === null && <span class="soft">since it was stored, with no known end</span>}
          {from !== null && (
            <>
              from <Time at={from} full />{' '}
            </>
          )}
          {until !== null && (
            <>
              until <Time at={until} full />
            </>
          )}
        </Fact>
        <TimeFact name="Expires" at={memory.expires_at} />
        <TimeFact name="Verified" at={memory.verified_at} none="never" />
        <Fact name="Retrieved">
          {memory.retrieval_count === 0 ? <span class="soft">never</span> : timesText(memory.retrieval_count)}
          {memory.last_retrieved_at !== null && (
            <span class="soft">
              , last <Time at={memory.last_retrieved_at} />
            </span>
          )}
        </Fact>
        <Fact name="Risk">
          <Meter value={memory.risk} bad label="Risk" /> {memory.risk.toFixed(2)}
        </Fact>
        <Outcome memory={memory} changed={changed} />
      </dl>
      <ImportanceControl memory={memory} changed={changed} />
    </section>
  );
}

export const Meter = ({ value, label, bad = false }: { value: number; label: string; bad?: boolean }) => (
  <span class={`meter${bad && value >= 0.5 ? ' bad' : ''}`} role="img" aria-label={`${label} ${value.toFixed(2)} of 1`}>
    <span style={{ width: `${Math.max(0, Math.min(1, value)) * 100}%` }} />
  </span>
);

function Outcome({ memory, changed }: { memory: Memory; changed: (memory: Memory) => void }) {
  const report = async (outcome: 'success' | 'failure') => {
    const { outcome_score } = await client.memory.feedback({ memory_id: memory.id, outcome });
    changed({ ...memory, outcome, outcome_score });
    toast('Recorded. This changes its rank slightly.');
  };
  return (
    <Fact name="Outcomes">
      <Meter value={memory.outcome_score} label="Outcome" /> {memory.outcome_score.toFixed(2)}{' '}
      {mayWrite.value && (
        <span class="inline-actions">
          <Button kind="quiet" onClick={() => void report('success').catch(showError)}>
            It helped
          </Button>
          <Button kind="quiet" onClick={() => void report('failure').catch(showError)}>
            It misled
          </Button>
        </span>
      )}
    </Fact>
  );
}

/** Once set by hand, the service no longer estimates it. */
function ImportanceControl({ memory, changed }: { memory: Memory; changed: (memory: Memory) => void }) {
  const id = useId();
  const value = useSignal(memory.importance);
  const pin = async (importance: number) => {
    changed(await client.memory.update({ id: memory.id, importance }));
    toast(`Importance pinned to ${importance}.`);
  };
  return (
    <div class="importance-control">
      <label for={id}>Importance</label>
      <input
        id={id}
        type="range"
        min={0}
        max={10}
        step={1}
        value={value.value}
        disabled={!mayWrite.value}
        onInput={(event) => (value.value = Number(event.currentTarget.value))}
        onChange={(event) => void pin(Number(event.currentTarget.value)).catch(showError)}
      />
      <output for={id}>{value.value}</output>
      <span class="soft small">{memory.importance_estimated ? 'estimated' : 'pinned'}</span>
      {mayWrite.value && memory.importance_estimated && (
        <Button kind="quiet" icon="pin" onClick={() => void pin(value.value).catch(showError)}>
          Pin
        </Button>
      )}
      <CallButton
        name="Importance"
        call={{ operation: 'memory.update', input: { id: memory.id, importance: value.value } }}
      />
    </div>
  );
}
