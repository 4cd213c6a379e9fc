import { useSignal } from '@preact/signals';
import type { WebhookEvent } from '../../../client/index.js';
import { EVENT_KINDS } from '../../../features/events/journal/event-kinds.js';
import { type EventFilters, eventFiltersFrom, KEPT, queryOfEventFilters } from '../../lib/events.js';
import { CallButton, Code } from '../../parts/call.js';
import { Button, Empty, Loading } from '../../parts/controls.js';
import { Copy } from '../../parts/copy.js';
import { ChoiceFilter, TextFilter } from '../../parts/filter-fields.js';
import { Modal } from '../../parts/modal.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { useShortcutsOf } from '../../state/keys.js';
import { addressOf, query, setQuery } from '../../state/router.js';
import { useWide } from '../../state/use.js';
import { EventRow } from './event-row.js';
import { type Feed, useFeed } from './feed.js';

const STATE = { connecting: 'Connecting…', open: 'Live', broken: 'Reconnecting…' } as const;

export function Journal() {
  const filters = eventFiltersFrom(query.value);
  const turn = useSignal(0);
  const { state, more, pause, resume } = useFeed(filters, turn.value);
  const shown = useSignal<WebhookEvent | null>(null);
  const wide = useWide(900);
  const feed = state.value;
  const change = (next: { [name in keyof EventFilters]?: EventFilters[name] | undefined }) =>
    setQuery(queryOfEventFilters({ ...filters, ...next } as EventFilters));
  const toggle = () => (state.peek().paused ? resume() : pause());
  useShortcutsOf({ p: toggle });
  return (
    <>
      <div class="live-tools">
        <ChoiceFilter
          label="Kind"
          value={filters.events?.[0]}
          options={EVENT_KINDS}
          change={(kind) => change({ events: kind && [kind] })}
        />
        <TextFilter label="User" value={filters.user_id} change={(user_id) => change({ user_id })} />
        <TextFilter label="Agent" value={filters.agent_id} change={(agent_id) => change({ agent_id })} />
        <Button icon={feed.paused ? 'play' : 'pause'} pressed={feed.paused} onClick={toggle}>
          {feed.paused ? `Resume${feed.heldCount > 0 ? ` (${feed.heldCount.toLocaleString()})` : ''}` : 'Pause'}
        </Button>
        <CallButton name="Listen" call={{ operation: 'events', input: { ...filters, include_content: true } }} />
      </div>
      <p class="live-state" role="status">
        <span class={`light ${feed.paused ? 'paused' : feed.connection}`} aria-hidden="true" />
        {feed.paused ? `Paused: ${counted(feed.heldCount)} since` : STATE[feed.connection]}
        {feed.rows.length >= KEPT && <span class="soft"> · the newest {KEPT}</span>}
      </p>
      <section class="list live-list" aria-label="Events">
        <VirtualList
          label="Events, newest first"
          of={JSON.stringify(filters)}
          count={feed.rows.length}
          above={feed.above}
          rowHeight={wide ? 44 : 76}
          reveal={-1}
          onEnd={() => {}}
          row={(at) => {
            const event = feed.rows[at];
            return event && <EventRow event={event} onShow={() => (shown.value = event)} />;
          }}
          footer={
            <End
              feed={feed}
              filters={filters}
              more={more}
              again={() => turn.value++}
              clear={() => change(NO_FILTERS)}
            />
          }
        />
      </section>
      {shown.value && (
        <Modal wide title="Event" onClose={() => (shown.value = null)}>
          <Code text={JSON.stringify(shown.value, null, 2)} label="The event as JSON" />
          <div class="actions">
            <Copy text={JSON.stringify(shown.value, null, 2)} />
          </div>
        </Modal>
      )}
    </>
  );
}

const NO_FILTERS = { events: undefined, user_id: undefined, agent_id: undefined };
const counted = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'event' : 'events'}`;

interface Props {
  feed: Feed;
  filters: EventFilters;
  more: () => void;
  again: () => void;
  clear: () => void;
}

function End({ feed, filters, more, again, clear }: Props) {
  if (feed.loading || feed.loadingEarlier) return <Loading />;
  if (feed.failed)
    return (
      <Empty icon="warn" title="Could not load the journal">
        <Button onClick={again}>Try again</Button>
      </Empty>
    );
  const earlier = feed.next !== null && feed.rows.length < KEPT && <Button onClick={more}>Show earlier events</Button>;
  if (feed.rows.length > 0) return <div class="list-end soft small">{earlier || 'No earlier events.'}</div>;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Empty icon="live" title={isFiltered ? 'No event matches these filters' : 'Nothing has happened yet'}>
      {filters.events?.includes('memory.retrieved') && (
        <p>Retrievals are recorded only while a webhook or a stream subscribes to them.</p>
      )}
      {isFiltered ? (
        <p>New events appear here as they happen.</p>
      ) : (
        <p>
          Store a memory and it appears here. <a href={addressOf('connect')}>Connect an agent</a>.
        </p>
      )}
      {isFiltered && <Button onClick={clear}>Show everything</Button>}
      {earlier}
    </Empty>
  );
}
