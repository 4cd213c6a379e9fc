import { useSignal } from '@preact/signals';
import type { EventsSubscribeInput } from '../../../client/index.js';
import { EVENT_KINDS } from '../../../features/events/event-kinds.js';
import { CallButton } from '../../parts/call.js';
import { Button, Check, Field } from '../../parts/controls.js';
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

/** `*` is all of these; searches must be asked for by name. */
const IN_ALL = EVENT_KINDS.filter((kind) => kind !== 'memory.retrieved');

/** An address and what it is told. */
export function WebhookForm({
  hook,
  title,
  name,
  operation,
  busy,
  onSave,
  onCancel,
}: {
  hook?: Hook;
  title: string;
  name: string;
  operation: string;
  busy: boolean;
  onSave: (input: WebhookInput) => void;
  onCancel: () => void;
}) {
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
    <form
      class="card hook-form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(input);
      }}
    >
      <h2>{title}</h2>
      <Field
        label="Address"
        type="url"
        required
        value={url.value}
        placeholder="https://hooks.example.com/recollect"
        onInput={(value) => {
          url.value = value;
        }}
      />
      <Field
        label="Description"
        value={description.value}
        placeholder="what it is for"
        onInput={(value) => {
          description.value = value;
        }}
      />
      <div class="columns">
        <Field
          label="Only of the user"
          value={user.value}
          placeholder="any"
          onInput={(value) => {
            user.value = value;
          }}
        />
        <Field
          label="Only by the agent"
          value={agent.value}
          placeholder="any"
          onInput={(value) => {
            agent.value = value;
          }}
        />
      </div>
      <fieldset class="kinds">
        <legend>Events</legend>
        <Check
          label="All but searches"
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
      <Check
        label="Send the memory along, as it is then"
        checked={content.value}
        onChange={(on) => {
          content.value = on;
        }}
      />
      <div class="actions">
        <Button kind="main" type="submit" busy={busy} disabled={!input.url || input.events.length === 0}>
          {name}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <CallButton name={name} call={{ operation, input: { ...(hook ? { id: hook.id } : {}), ...input } }} />
      </div>
    </form>
  );
}
