import type { EventsDeliveriesResponse } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { detailsOf } from '../../lib/events.js';
import { CallButton } from '../../parts/call.js';
import { Button, Chip, Empty, Tabs } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { addressOf, query, setQuery } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { toast } from '../../state/toasts.js';
import type { Hook } from './webhooks.js';

type Delivery = EventsDeliveriesResponse['deliveries'][number];
const STATUSES = ['all', 'pending', 'delivered', 'dead'] as const;
type Status = (typeof STATUSES)[number];
const TITLES: Record<Status, string> = { all: 'All', pending: 'Waiting', delivered: 'Delivered', dead: 'Given up' };
const CHIPS: Record<Delivery['status'], string> = { pending: 'warn', delivered: 'good', dead: 'bad' };
const PAGE = 50;

export function Deliveries({ hook, changed }: { hook: Hook; changed: () => void }) {
  const { id } = hook;
  const status = STATUSES.find((one) => one === query.value.get('status')) ?? 'all';
  const { state, more, again } = usePages(
    async (cursor, signal) => {
      const input = { id, limit: PAGE, ...(status === 'all' ? {} : { status }), cursor };
      const { deliveries, next_cursor } = await client.events.deliveries(input, { signal });
      return { rows: deliveries, next: next_cursor };
    },
    [id, status],
  );
  const { rows, ended } = state.value;
  const send = async (events?: string[]) => {
    const { replayed } = await client.events.replay({ id, ...(events ? { event_ids: events } : {}) });
    toast(replayed === 1 ? 'The event is on its way.' : `${replayed.toLocaleString()} events are on their way.`);
    again();
    changed();
  };
  return (
    <section class="deliveries" aria-label="Deliveries">
      <div class="deliveries-head">
        <h2>Deliveries</h2>
        <Tabs
          label="Status"
          value={status}
          options={STATUSES.map((one) => [one, TITLES[one]] as const)}
          onChange={(one) => setQuery(new URLSearchParams(one === 'all' ? {} : { status: one }))}
        />
        <Button
          kind="quiet"
          icon="undo"
          onClick={() => {
            again();
            changed();
          }}
        >
          Refresh
        </Button>
        {mayWrite.value && hook.dead > 0 && (
          <>
            <Button onClick={() => void send().catch(showError)}>Resend all given up</Button>
            <CallButton name="Resend all given up" call={{ operation: 'events.replay', input: { id } }} />
          </>
        )}
      </div>
      {ended && rows.length === 0 && (
        <Empty title={status === 'all' ? 'No deliveries yet' : `Nothing ${TITLES[status].toLowerCase()}`}>
          <p>
            {status === 'all'
              ? 'Send a test event to see whether the URL responds. Test events are not listed here.'
              : 'Show all deliveries, or check back later.'}
          </p>
        </Empty>
      )}
      <ul class="cards">
        {rows.map((one) => (
          <li key={one.event.id} class="card delivery">
            <DeliveryRow one={one} id={id} send={(event) => void send([event]).catch(showError)} />
          </li>
        ))}
      </ul>
      <ListFoot state={state.value} more={more} what="deliveries" />
    </section>
  );
}

function DeliveryRow({ one, id, send }: { one: Delivery; id: string; send: (event: string) => void }) {
  const { event, status } = one;
  const { memoryId, user, more } = detailsOf(event);
  const isWaiting = status === 'pending' && one.next_attempt_at !== null;
  return (
    <>
      <div class="delivery-text">
        <Chip kind={CHIPS[status]}>{TITLES[status].toLowerCase()}</Chip> <strong>{event.type}</strong>{' '}
        {memoryId ? (
          <a href={addressOf(`memories/${encodeURIComponent(memoryId)}`)}>
            <bdi>{memoryId}</bdi>
          </a>
        ) : (
          <bdi class="soft">{more.slice(0, 120)}</bdi>
        )}{' '}
        {user !== null && <bdi class="soft">{user}</bdi>}
        <p class="soft small">
          happened <Time at={Date.parse(event.timestamp)} /> · {one.attempts}{' '}
          {one.attempts === 1 ? 'attempt' : 'attempts'}
          {one.last_attempt_at !== null && (
            <>
              , last <Time at={one.last_attempt_at} />
            </>
          )}
          {one.answer_status !== null && ` · status ${one.answer_status}`}
          {one.duration_ms !== null && ` in ${one.duration_ms} ms`}
          {one.next_attempt_at !== null && (
            <>
              {' '}
              · next attempt <Time at={one.next_attempt_at} />
            </>
          )}
        </p>
        {(one.error || one.answer) && (
          <p class={`small ${status === 'delivered' ? 'soft' : 'bad'}`}>
            <bdi>{one.error ?? one.answer}</bdi>
          </p>
        )}
      </div>
      {mayWrite.value && (status === 'dead' || isWaiting) && (
        <div class="inline-actions">
          <Button icon="undo" onClick={() => send(event.id)}>
            {status === 'dead' ? 'Send again' : 'Try now'}
          </Button>
          <CallButton
            name={status === 'dead' ? 'Send again' : 'Try now'}
            call={{ operation: 'events.replay', input: { id, event_ids: [event.id] } }}
          />
        </div>
      )}
    </>
  );
}
