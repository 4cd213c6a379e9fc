import { useSignal } from '@preact/signals';
import type { EventsSubscribeInput } from '../../../client/index.js';
import { EVENT_KINDS } from '../../../features/events/journal/event-kinds.js';
import { Check, Field } from '../../parts/controls.js';
import { Form } from '../../parts/form.js';
import type { Hook } from './webhooks.js';

type Events = NonNullable<EventsSubscribeInput['events']>;
export interface WebhookInput {
  url: string;
  events: Events;
  user_id?: string;
  agent_id?: string;
  include_content: boolean;
  description?: string;
}

/** `*` covers all of these; searches must be subscribed to by name. */
const IN_ALL = EVENT_KINDS.filter((kind) => kind !== 'memory.retrieved');

interface Props {
  hook?: Hook;
  title: string;
  name: string;
  operation: string;
  save: (input: WebhookInput) => Promise<unknown>;
  cancel: () => void;
}

/** A URL and the events sent to it. */
export function WebhookForm({ hook, title, name, operation, save, cancel }: Props) {
  const url = useSignal(hook?.url ?? '');
  const description = useSignal(hook?.description ?? '');
  const user = useSignal(hook?.user_id ?? '');
  const agent = useSignal(hook?.agent_id ?? '');
  const content = useSignal(hook?.include_content ?? false);
  const kinds = useSignal<readonly string[]>(hook?.events ?? ['memory.stored']);
  const all = IN_ALL.every((kind) => kinds.value.includes(kind));
  const input: WebhookInput = {
    url: url.value.trim(),
    events: EVENT_KINDS.filter((kind) => kinds.value.includes(kind)),
    ...(user.value.trim() ? { user_id: user.value.trim() } : {}),
    ...(agent.value.trim() ? { agent_id: agent.value.trim() } : {}),
    include_content: content.value,
    ...(description.value.trim() ? { description: description.value.trim() } : {}),
  };
  const setKind = (kind: string, on: boolean) => {
    kinds.value = on ? [...kinds.value, kind] : kinds.value.filter((one) => one !== kind);
  };
  return (
    <Form
      label={title}
      name={name}
      ready={!!input.url && input.events.length > 0}
      call={{ operation, input: { ...(hook ? { id: hook.id } : {}), ...input } }}
      send={() => save(input)}
      cancel={cancel}
    >
      <h2>{title}</h2>
      <Field label="URL" type="url" required value={url} placeholder="https://hooks.example.com/recollect" />
      <Field label="Description" value={description} placeholder="what it is for" />
      <div class="columns">
        <Field label="Only this user" value={user} placeholder="any" />
        <Field label="Only this agent" value={agent} placeholder="any" />
      </div>
      <fieldset class="kinds">
        <legend>Events</legend>
        <Check
          label="All except retrievals"
          checked={all}
          onChange={(on) => {
            const searches = kinds.value.filter((kind) => kind === 'memory.retrieved');
            kinds.value = on ? [...IN_ALL, ...searches] : searches;
          }}
        />
        {EVENT_KINDS.map((kind) => (
          <Check key={kind} label={kind} checked={kinds.value.includes(kind)} onChange={(on) => setKind(kind, on)} />
        ))}
      </fieldset>
      <Check label="Include the memory in the event" checked={content} />
    </Form>
  );
}
