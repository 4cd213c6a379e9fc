import { and, raw, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { LINK_COLUMNS, type LinkRow, toLink } from '../portability/sql/export.js';
import { type Place, pageOf, type Section } from './section.js';

type Link = ReturnType<typeof toLink>;

/** First the links that start at the user's memories, then those that come from elsewhere; each in the order of the memories. */
const WAYS = ['out', 'in'] as const;
type Way = (typeof WAYS)[number];

async function linksOf(tx: TenantTx, userId: string, way: Way, after: Place | null, limit: number) {
  const end = raw(way === 'out' ? 'l.from_id' : 'l.to_id');
  const conditions = [sql`m.key_id = ${tx.keyId} and m.user_id = ${userId} and l.key_id = m.key_id and ${end} = m.id`];
  if (way === 'in') {
    conditions.push(sql`not exists (select 1 from memories f
      where f.key_id = l.key_id and f.id = l.from_id and f.user_id = m.user_id)`);
  }
  if (after) {
    const [at, id, link] = after;
    conditions.push(sql`(m.created_at, m.id) >= (${at}, ${id})
      and (m.created_at > ${at} or m.id > ${id} or l.id > ${link})`);
  }
  return tx.all<LinkRow & { memory_at: number; memory_id: string }>(
    sql`select ${LINK_COLUMNS}, m.created_at as memory_at, m.id as memory_id from memories m cross join links l
      where ${and(conditions)} order by m.created_at, m.id, l.id limit ${limit}`,
  );
}

export const links: Section<Link> = {
  name: 'links',
  async page(tx, userId, after, limit) {
    const way: Way = after?.[0] === 'in' ? 'in' : 'out';
    const place = after && after.length > 1 ? after.slice(1) : null;
    const found = await linksOf(tx, userId, way, place, limit);
    const page = pageOf(found, limit, (row) => [way, row.memory_at, row.memory_id, row.id], toLink);
    return page.next || way === 'in' ? page : { ...page, next: ['in'] };
  },
  proof: (link) => (link.automatic ? null : { id: link.id, text: JSON.stringify(link) }),
};
