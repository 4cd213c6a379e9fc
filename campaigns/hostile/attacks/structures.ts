import { query } from '../http.js';
import { type Arena, type Attack, many, text } from './attack.js';

const NODES = 500;
const EVENTS = 1_000;
/** The most events that an episode can have. */
const MAX_EVENTS = 10_000;
const RELATIONSHIPS = ['related_to', 'supports', 'causes', 'follows'];

/** The largest structures that a key can build out of its memories. */
export const STRUCTURES: readonly Attack[] = [
  {
    name: 'a graph of many links',
    atOnce: 8,
    prepare: (arena) => importGraph(arena, NODES * arena.scale),
    step: explore,
  },
  {
    name: 'more slow reads than there are places',
    atOnce: 300,
    prepare: (arena) => importGraph(arena, NODES),
    step: explore,
  },
  {
    name: 'an episode of many events',
    atOnce: 8,
    prepare: importEpisode,
    step: (arena, i) =>
      i % 5 === 0
        ? arena.call('POST', '/memory/episodes/end', { episode_id: 'ep_long' })
        : arena.call('GET', `/memory/episodes?${query({ id: 'ep_long', ...(i % 2 ? { limit: 200 } : {}) })}`),
  },
];

async function importGraph(arena: Arena, size: number): Promise<void> {
  const memories = many(size, (i) => ({ id: `mem_node${i}`, user_id: 'g', content: `Node ${i}.` }));
  const links = many(size * 10, (i) => ({
    from: `mem_node${i % size}`,
    to: `mem_node${(i * 17 + 1 + Math.floor(i / size)) % size}`,
    relationship: RELATIONSHIPS[i % 4],
  })).filter(({ from, to }) => from !== to);
  await arena.call('POST', '/memory/import', { memories, links });
}
function explore(arena: Arena, i: number) {
  const walk = { id: `mem_node${i % NODES}`, depth: 4, limit: 1_000 };
  return arena.call('GET', `/memory/graph/explore?${query(walk)}`);
}

async function importEpisode(arena: Arena): Promise<void> {
  const count = Math.min(MAX_EVENTS, EVENTS * arena.scale);
  const at = Date.now();
  const scope = { user_id: 'ep', agent_id: 'a' };
  const memories = many(count, (i) => ({
    ...{ id: `evt_${i}`, ...scope, content: `Step ${i}.`, created_at: at + i },
    metadata: { seen: text('step ', 1_000) },
  }));
  const events = many(count, (i) => ({ id: `evt_${i}`, seq: i + 1, type: 'note', created_at: at + i }));
  const times = { started_at: at, last_event_at: at + count };
  const episodes = [{ id: 'ep_long', ...scope, status: 'open', ...times, events }];
  await arena.call('POST', '/memory/import', { memories, episodes });
}
