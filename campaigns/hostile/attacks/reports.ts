import { query } from '../http.js';
import { type Arena, type Attack, many, store, text } from './attack.js';

const PATHS = [
  ...['/memory/insights', '/memory/health', '/memory/stats'],
  ...['/memory/predict', '/memory/stale', '/memory/names'],
];
/** Distinct texts: a repeated text is not embedded again. */
const DISTINCT = 60;

/** A full store of similar texts that are not merged. */
const fill = (arena: Arena, user: string, count: number) =>
  store(
    arena,
    many(count * arena.scale, (i) => ({
      ...{ user_id: user, agent_id: 'a', dedupe: false },
      content: `Report ${i % DISTINCT}: ${text(`topic${i % 37} item${i % DISTINCT} `, 900)}`,
    })),
  );

/** Operations that read everything about a user. */
export const REPORTS: readonly Attack[] = [
  {
    name: 'reports over a full store',
    atOnce: 16,
    prepare: (arena) => fill(arena, 'rep', 800),
    step: (arena, i) => arena.call('GET', `${PATHS[i % PATHS.length]}?${query({ user_id: 'rep' })}`),
  },
  {
    name: 'compression, timelines and transfers',
    atOnce: 8,
    prepare: (arena) => fill(arena, 'co', 500),
    step: (arena, i) =>
      i % 3 === 0
        ? arena.call('POST', '/memory/compress', { user_id: 'co', agent_id: 'a', keep: 0, dry_run: true })
        : i % 3 === 1
          ? arena.call('GET', `/memory/timeline?${query({ user_id: 'co', topic: 'topic1 report', limit: 100 })}`)
          : arena.call('POST', '/memory/transfer', { user_id: 'co', from_agent: 'a', to_agent: `b${i}` }),
  },
  {
    name: 'erasures',
    atOnce: 8,
    async step(arena, i) {
      const user = `erased${i % 20}`;
      await store(
        arena,
        many(50, (m) => ({ user_id: user, content: `Erased ${i} ${m} ${text('secret ', 3_000)}` })),
      );
      await arena.call('DELETE', `/users/${user}/memories`);
    },
  },
];
