import * as z from 'zod';
import { exportedTime, LIMITS, metadata, text } from '../../kernel/fields.js';
import { invalidInput } from '../../kernel/validation.js';
import { among, and, forUpdate, rows, type SqlValue, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import type { HeldRecord, Holding } from '../holdings.js';
import { OUTCOMES } from '../memories/record.js';
import { EPISODE_STATUSES, MAX_EVENTS } from './record.js';
import { EPISODE_COLUMNS, FROM_EPISODES, inFilter, toEpisode } from './sql/rows.js';

/** Rows per insert: keeps the number of parameters far below both engines' limits. */
const CHUNK = 500;

const name = text(1, LIMITS.name);
/** Events are appended after the last position, so this is far below the largest exact number. */
const LAST_PLACE = 2 ** 31 - 1;
const place = z.object({
  id: name,
  seq: z.number().int().min(1).max(LAST_PLACE),
  type: text(1, 64),
  created_at: exportedTime,
});
type Place = z.output<typeof place>;

/** What `page` returns. An import can contain anything. */
const exported = z.object({
  id: name,
  user_id: name.nullish(),
  agent_id: name,
  title: name.nullish(),
  metadata: metadata.default({}),
  status: z.enum(EPISODE_STATUSES),
  outcome: z.enum(OUTCOMES).nullish(),
  auto_summarized: z.boolean().default(false),
  summary_memory_id: name.nullish(),
  started_at: exportedTime,
  last_event_at: exportedTime,
  ended_at: exportedTime.nullish(),
  events: z.array(place).max(MAX_EVENTS).default([]),
});

/** Episodes with the positions of their events; the texts of the events and the summary are memories. */
export const episodesHolding: Holding = {
  name: 'episodes',

  async erase(tx, scope) {
    // Whoever writes an event holds its episode: the event is there for the next statement, or not written.
    const mine = await tx.all<{ id: string }>(sql`select e.id from episodes e where ${and(inFilter(tx, scope))}
      order by e.id${forUpdate(tx.dialect)}`);
    const is = (column: string) =>
      among(
        tx.dialect,
        column,
        mine.map(({ id }) => id),
      );
    const events = await tx.run(sql`delete from episode_events where key_id = ${tx.keyId} and ${is('episode_id')}`);
    const episodes = await tx.run(sql`delete from episodes where key_id = ${tx.keyId} and ${is('id')}`);
    return events + episodes;
  },

  async page(tx, scope, after, limit) {
    const found = await tx.all(sql`select ${EPISODE_COLUMNS} ${FROM_EPISODES}
      where ${and([...inFilter(tx, scope), sql`e.id > ${after}`])} order by e.id limit ${limit}`);
    const places = await placesOf(
      tx,
      found.map((row) => row.id as string),
    );
    return found.map((row) => ({
      ...toEpisode(row),
      events: places.get(row.id as string) ?? [],
    }));
  },

  async restore(tx, records) {
    let added = 0;
    for (const record of records) if (await put(tx, record)) added++;
    return added;
  },
};

async function placesOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Place[]>> {
  const places = new Map<string, Place[]>();
  if (ids.length === 0) return places;
  const found = await tx.all<Place & { episode_id: string }>(sql`select episode_id, id, seq, type, created_at
    from episode_events where key_id = ${tx.keyId} and ${among(tx.dialect, 'episode_id', ids)} order by episode_id, seq`);
  for (const { episode_id, ...event } of found) {
    const list = places.get(episode_id);
    if (list) list.push(event);
    else places.set(episode_id, [event]);
  }
  return places;
}

/** False if an episode with that id exists. */
async function put(tx: TenantTx, record: HeldRecord): Promise<boolean> {
  const parsed = exported.safeParse(record);
  if (!parsed.success) throw invalidInput(exported, parsed.error.issues, record);
  const one = parsed.data;
  const lastSeq = one.events.reduce((last, event) => Math.max(last, event.seq), 0);
  const user = one.user_id ?? '';
  const added = await tx.run(sql`insert into episodes (key_id, id, user_id, agent_id, title, metadata, status, outcome,
      auto_summarized, summary_memory_id, event_count, last_seq, last_event_at, started_at, ended_at)
    values (${tx.keyId}, ${one.id}, ${user}, ${one.agent_id}, ${one.title ?? null}, ${JSON.stringify(one.metadata)},
      ${one.status}, ${one.outcome ?? null}, ${one.auto_summarized ? 1 : 0}, ${one.summary_memory_id ?? null},
      ${one.events.length}, ${lastSeq}, ${one.last_event_at}, ${one.started_at}, ${one.ended_at ?? null})
    on conflict do nothing`);
  if (added === 0) return false;
  const values = one.events.map((event): SqlValue[] => [
    ...[tx.keyId, one.id, event.seq, event.id, user, event.type, event.created_at],
  ]);
  for (let i = 0; i < values.length; i += CHUNK)
    await tx.run(sql`insert into episode_events (key_id, episode_id, seq, id, user_id, type, created_at)
      values ${rows(values.slice(i, i + CHUNK))} on conflict do nothing`);
  return true;
}
