import { useSignal } from '@preact/signals';
import { client, tell } from '../../api.js';
import { dateTime, dateValue } from '../../lib/time.js';
import { CallButton } from '../../parts/call.js';
import { Button, Choice, Field } from '../../parts/controls.js';

const DAY = 86_400_000;

export function KeyForm({ made, cancel }: { made: (key: string, name: string) => void; cancel: () => void }) {
  const name = useSignal('');
  const user = useSignal('');
  const agent = useSignal('');
  const namespace = useSignal('');
  const may = useSignal<'both' | 'read'>('both');
  const ends = useSignal('');
  const busy = useSignal(false);
  // Until the end of the day that was chosen.
  const day = ends.value === '' ? undefined : dateTime(ends.value);
  const input = {
    name: name.value.trim(),
    user_id: user.value.trim(),
    ...(agent.value.trim() ? { agent_id: agent.value.trim() } : {}),
    ...(namespace.value.trim() ? { namespace: namespace.value.trim() } : {}),
    ...(may.value === 'read' ? { scopes: ['read' as const] } : {}),
    ...(day === undefined ? {} : { expires_at: day + DAY }),
  };
  const make = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      const { key } = await client.keys.mintChild(input);
      made(key, input.name);
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="card hook-form" aria-label="New child key" onSubmit={make}>
      <div class="columns">
        <Field
          label="Name"
          required
          value={name.value}
          placeholder="Ada’s phone"
          onInput={(value) => {
            name.value = value;
          }}
        />
        <Field
          label="Sees the user"
          required
          value={user.value}
          onInput={(value) => {
            user.value = value;
          }}
        />
        <Choice
          label="May"
          value={may.value}
          options={[
            ['both', 'read and write'],
            ['read', 'read only'],
          ]}
          onChange={(value) => {
            may.value = value as 'both' | 'read';
          }}
        />
        <Field
          label="Only the agent"
          value={agent.value}
          placeholder="any"
          onInput={(value) => {
            agent.value = value;
          }}
        />
        <Field
          label="Only the namespace"
          value={namespace.value}
          placeholder="any"
          onInput={(value) => {
            namespace.value = value;
          }}
        />
        <Field
          label="Last day"
          type="date"
          hint="Without one it ends with this key."
          min={dateValue(Date.now())}
          value={ends.value}
          onInput={(value) => {
            ends.value = value;
          }}
        />
      </div>
      <div class="actions">
        <Button kind="main" type="submit" busy={busy.value} disabled={!input.name || !input.user_id}>
          Make the key
        </Button>
        <Button kind="quiet" onClick={cancel}>
          Cancel
        </Button>
        <CallButton name="Make the key" call={{ operation: 'keys.mintChild', input }} />
      </div>
    </form>
  );
}
