import type { Memory } from '../../../client/index.js';
import { client } from '../../api.js';
import { dayOf } from '../../lib/time.js';
import { Chip, Empty, OrderChoice } from '../../parts/controls.js';
import { ListFoot } from '../../parts/pages.js';
import { SearchLine } from '../../parts/search-line.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { changes } from '../../state/pending.js';
import { changeQuery, query } from '../../state/router.js';
import { memoryAddress } from './address.js';
import { Topic } from './topic.js';

const PAGE = 50;

/** Everything that was stored, by time, and what became of it; or the states of one topic. */
export function Timeline({ user }: { user: string }) {
  const topic = query.value.get('topic') ?? '';
  return (
    <>
      <SearchLine
        label="Trace a topic: “home”, “where she works”"
        button="Trace it"
        value={topic}
        onSearch={(value) => changeQuery('topic', value)}
      />
      {topic ? (
        <Topic key={topic} user={user} topic={topic} all={() => changeQuery('topic', '')} />
      ) : (
        <Facts
          user={user}
          oldest={query.value.get('order') === 'oldest'}
          turn={(order) => changeQuery('order', order)}
        />
      )}
    </>
  );
}

function Facts({ user, oldest, turn }: { user: string; oldest: boolean; turn: (order: string) => void }) {
  const { state, more } = usePages(
    async (cursor, signal) => {
      const asked = { user_id: user, include_superseded: true, order: oldest ? 'oldest' : 'newest', limit: PAGE };
      const input = { ...asked, cursor } as Parameters<typeof client.memory.list>[0];
      const { memories, next_cursor } = await client.memory.list(input, { signal });
      return { rows: memories, next: next_cursor };
    },
    [user, oldest, changes.value],
  );
  const { rows, ended } = state.value;
  return (
    <>
      <div class="list-line">
        <span class="soft">Everything that was stored, and what has been changed or superseded since.</span>
        <OrderChoice oldest={oldest} onChange={(first) => turn(first ? 'oldest' : '')} />
      </div>
      {daysOf(rows).map(([day, memories]) => (
        <section key={day} class="timeline-day">
          <h2>{day}</h2>
          <ol class="timeline">
            {memories.map((memory) => (
              <Entry key={memory.id} memory={memory} />
            ))}
          </ol>
        </section>
      ))}
      {ended && rows.length === 0 && (
        <Empty icon="clock" title="Nothing is stored about this user">
          <p>Memories appear here as agents store them.</p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="of the timeline" />
    </>
  );
}

/** Groups neighbours of the same day; the order stays as it is. */
function daysOf(memories: readonly Memory[]): [day: string, memories: Memory[]][] {
  const days: [string, Memory[]][] = [];
  for (const memory of memories) {
    const day = dayOf(memory.created_at);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(memory);
    else days.push([day, [memory]]);
  }
  return days;
}

function Entry({ memory }: { memory: Memory }) {
  const isReplaced = memory.superseded_by !== null;
  const isChanged = memory.updated_at !== memory.created_at;
  return (
    <li class={isReplaced ? 'past' : undefined}>
      <p class="timeline-marks">
        <Chip kind="good">stored</Chip> <Time at={memory.created_at} full />
        <span class="soft">
          by <bdi>{memory.agent_id}</bdi>
        </span>
      </p>
      <a href={memoryAddress(memory.id)} class="timeline-text">
        <StoredText text={memory.content.slice(0, 600)} links={false} />
      </a>
      {isChanged && !isReplaced && (
        <p class="timeline-marks">
          <Chip>changed</Chip> <Time at={memory.updated_at} full />{' '}
          <a href={memoryAddress(memory.id)}>see what changed</a>
        </p>
      )}
      {memory.superseded_by !== null && (
        <p class="timeline-marks">
          <Chip kind="warn">superseded</Chip> <Time at={memory.valid_until ?? memory.updated_at} full />{' '}
          <a href={memoryAddress(memory.superseded_by)}>by this memory</a>
        </p>
      )}
    </li>
  );
}
