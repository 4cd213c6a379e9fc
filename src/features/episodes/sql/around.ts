import { among, sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';

export interface AroundRequest {
  /** Memories that may be events. */
  ids: string[];
  /** Events before and after each. */
  places: number;
  now: number;
}
export interface NearbyEvent {
  id: string;
  seq: number;
  type: string;
  content: string;
  created_at: number;
}
export interface Surroundings {
  episode_id: string;
  around: NearbyEvent[];
}

/** What happened before and after each memory; memories that are not events are absent. Never includes what another agent or user knows. */
export const eventsAround = tenantRead(
  'episodes.around',
  async (tx, { ids, places, now }: AroundRequest): Promise<Map<string, Surroundings>> => {
    const found = await tx.all<NearbyEvent & { hit: string; episode_id: string }>(sql`
      select h.id as hit, h.episode_id, v.id, v.seq, v.type, m.content, v.created_at
      from episode_events h
        join memories own on own.key_id = h.key_id and own.id = h.id
        join episode_events v on v.key_id = h.key_id and v.episode_id = h.episode_id
          and v.seq between h.seq - ${places} and h.seq + ${places}
        join memories m on m.key_id = v.key_id and m.id = v.id and m.user_id = own.user_id and m.agent_id = own.agent_id
      where h.key_id = ${tx.keyId} and ${among(tx.dialect, 'h.id', ids)} and (m.expires_at is null or m.expires_at > ${now})
      order by h.id, v.seq`);
    const surroundings = new Map<string, Surroundings>();
    for (const { hit, episode_id, ...event } of found) {
      const entry = surroundings.get(hit) ?? { episode_id, around: [] };
      surroundings.set(hit, entry);
      if (event.id !== hit) entry.around.push(event);
    }
    return surroundings;
  },
);
