import { sql } from '../../storage/sql.js';
import { type HeldRecord, type Holding, heldIn } from '../holdings.js';
import { removeItems } from './sql/sweep.js';

/** Items of working memory. They live for hours, so an import does not restore them. */
export const workingHolding: Holding = {
  name: 'working',

  async erase(tx, scope) {
    const mine = heldIn(tx, scope);
    const found = await tx.all<{ session_id: string }>(
      sql`select distinct session_id from working_items where ${mine} order by session_id`,
    );
    const sessions = found.map((row) => row.session_id);
    return removeItems(tx, sessions, mine);
  },

  async page(tx, scope, after, limit) {
    const found = await tx.all<
      HeldRecord & { content: string }
    >(sql`select id, session_id, user_id, agent_id, content, at, expires_at
      from working_items where ${heldIn(tx, scope)} and id > ${after} order by id limit ${limit}`);
    return found.map((item) => ({
      ...item,
      user_id: item.user_id === '' ? null : item.user_id,
      agent_id: item.agent_id === '' ? null : item.agent_id,
      content: JSON.parse(item.content) as unknown,
    }));
  },
};
