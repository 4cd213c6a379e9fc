import { useSignal } from '@preact/signals';
import type { EventsListResponse } from '../../../client/index.js';
import { client } from '../../api.js';
import { queryOfEventFilters } from '../../lib/events.js';
import { Button, Chip, Empty, Loading } from '../../parts/controls.js';
import { Secret } from '../../parts/secret.js';
import { Message } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { WebhookForm, type WebhookInput } from './webhook-form.js';

export type Hook = EventsListResponse['subscriptions'][number];

/** A key has at most a hundred, so one page holds them. */
const MAX_WEBHOOKS = 100;

export function Webhooks() {
  const { value, loading, again } = useLoaded((signal) => client.events.list({ limit: MAX_WEBHOOKS }, { signal }), []);
  const making = useSignal(false);
  const secret = useSignal<string | null>(null);
  const make = async (input: WebhookInput) => {
    secret.value = (await client.events.subscribe(input)).secret;
    making.value = false;
    again();
  };
  return (
    <>
      <p class="soft">
        Events are sent to these URLs, signed as Standard Webhooks specifies. Failed deliveries are retried for 24
        hours.
      </p>
      {secret.value && (
        <Secret secret={secret.value} what="Webhook secret" onDone={() => (secret.value = null)}>
          The receiver verifies signatures with it.
        </Secret>
      )}
      {mayWrite.value && !making.value && (
        <div class="actions">
          <Button kind="main" onClick={() => (making.value = true)}>
            Create a webhook
          </Button>
        </div>
      )}
      {making.value && (
        <WebhookForm
          title="New webhook"
          name="Create the webhook"
          operation="events.subscribe"
          save={make}
          cancel={() => (making.value = false)}
        />
      )}
      {loading && !value && <Loading />}
      {value && value.subscriptions.length === 0 && !making.value && (
        <Empty icon="live" title="No webhooks">
          <p>
            {mayWrite.value
              ? 'Create one to notify a service of yours when a memory is stored, changed or forgotten.'
              : 'A key with write access can create one.'}
          </p>
        </Empty>
      )}
      <ul class="cards">
        {value?.subscriptions.map((hook) => (
          <li key={hook.id} class="card hook">
            <HookHead hook={hook} />
            <HookFigures hook={hook} />
          </li>
        ))}
      </ul>
    </>
  );
}

const STATE_CHIP = { active: 'good', paused: 'warn', disabled: 'bad' } as const;

const hookAddress = (id: string, status?: string) =>
  addressOf(`live/webhooks/${encodeURIComponent(id)}`, new URLSearchParams(status ? { status } : {}));

export function HookHead({ hook, isOpen = false }: { hook: Hook; isOpen?: boolean }) {
  const name = <bdi>{hook.url ?? 'Saved filter of the event stream'}</bdi>;
  return (
    <div class="hook-head">
      <strong>{isOpen ? name : <a href={hookAddress(hook.id)}>{name}</a>}</strong>
      <Chip kind={STATE_CHIP[hook.state]}>{hook.state}</Chip>
      {hook.failing_since !== null && (
        <>
          <Chip kind="bad">failing</Chip>
          <span class="soft small">
            since <Time at={hook.failing_since} full />
          </span>
        </>
      )}
      {hook.description && (
        <p class="soft">
          <bdi>{hook.description}</bdi>
        </p>
      )}
      {hook.reason && (
        <p class="notice bad">
          <Message text={hook.reason} />
        </p>
      )}
      <p class="soft small">
        <bdi>{hook.events.join(', ')}</bdi>
        {hook.user_id !== null && (
          <>
            {' · user '}
            <bdi>{hook.user_id}</bdi>
          </>
        )}
        {hook.agent_id !== null && (
          <>
            {' · agent '}
            <bdi>{hook.agent_id}</bdi>
          </>
        )}
        {hook.include_content && ' · with memory contents'}
        {hook.url === null && (
          <>
            {' · '}
            <a href={addressOf('live', queryOfEventFilters(filtersOf(hook)))}>Listen here</a>
          </>
        )}
      </p>
    </div>
  );
}

const filtersOf = ({ events, user_id, agent_id }: Hook) => ({
  ...(events.length === 1 ? { events: events as Parameters<typeof queryOfEventFilters>[0]['events'] & object } : {}),
  ...(user_id === null ? {} : { user_id }),
  ...(agent_id === null ? {} : { agent_id }),
});

/** Each number links to its deliveries. */
export function HookFigures({ hook }: { hook: Hook }) {
  if (hook.url === null) return null;
  return (
    <p class="hook-figures small">
      <a href={hookAddress(hook.id, 'delivered')}>{hook.delivered.toLocaleString()} delivered</a>
      <a href={hookAddress(hook.id, 'pending')}>{hook.pending.toLocaleString()} waiting</a>
      <a href={hookAddress(hook.id, 'dead')} class={hook.dead > 0 ? 'bad' : undefined}>
        {hook.dead.toLocaleString()} given up
      </a>
      {hook.last_success_at !== null && (
        <span class="soft">
          last delivered <Time at={hook.last_success_at} />
        </span>
      )}
      {hook.retry_at !== null && (
        <span class="soft">
          next attempt <Time at={hook.retry_at} />
        </span>
      )}
    </p>
  );
}
