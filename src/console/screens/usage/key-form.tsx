import { useSignal } from '@preact/signals';
import { client } from '../../api.js';
import { DAY, dateTime, dateValue } from '../../lib/time.js';
import { Choice, Field } from '../../parts/controls.js';
import { Form } from '../../parts/form.js';

export function KeyForm({ made, cancel }: { made: (key: string, name: string) => void; cancel: () => void }) {
  const name = useSignal('');
  const user = useSignal('');
  const agent = useSignal('');
  const namespace = useSignal('');
  const may = useSignal<'both' | 'read'>('both');
  const ends = useSignal('');
  // Valid until the end of the chosen day.
  const day = ends.value === '' ? undefined : dateTime(ends.value);
  const input = {
    name: name.value.trim(),
    user_id: user.value.trim(),
    ...(agent.value.trim() ? { agent_id: agent.value.trim() } : {}),
    ...(namespace.value.trim() ? { namespace: namespace.value.trim() } : {}),
    ...(may.value === 'read' ? { scopes: ['read' as const] } : {}),
    ...(day === undefined ? {} : { expires_at: day + DAY }),
  };
  return (
    <Form
      label="New child key"
      name="Create the key"
      ready={!!input.name && !!input.user_id}
      call={{ operation: 'keys.mintChild', input }}
      send={async () => made((await client.keys.mintChild(input)).key, input.name)}
      cancel={cancel}
    >
      <div class="columns">
        <Field label="Name" required value={name} placeholder="Ada’s phone" />
        <Field label="User" required value={user} />
        <Choice
          label="Access"
          value={may}
          options={[
            ['both', 'read and write'],
            ['read', 'read only'],
          ]}
        />
        <Field label="Only this agent" value={agent} placeholder="any" />
        <Field label="Only this namespace" value={namespace} placeholder="any" />
        <Field
          label="Last day"
          type="date"
          hint="If empty, it lasts as long as this key."
          min={dateValue(Date.now())}
          value={ends}
        />
      </div>
    </Form>
  );
}
