import { forKeyShare } from '../../../storage/dialect.js';
import { among, rows, type SqlValue, sql } from '../../../storage/sql.js';
import { tenantWrite } from '../../../storage/statement.js';
import { recordStated } from '../../conflicts/sql/record.js';

export interface ImportedLink {
  id: string;
  from: string;
  to: string;
  relationship: string;
  weight: number;
  metadata: Record<string, unknown>;
  automatic: boolean;
  created_at: number;
}
type LinkFate = 'imported' | 'duplicate' | 'no such memory';

/** Links between memories that exist, and cannot be forgotten before the links are written. Importing the same link twice creates one. */
export const importLinks = tenantWrite(
  'portability.importLinks',
  async (tx, { links }: { links: ImportedLink[] }): Promise<LinkFate[]> => {
    const ends = [...new Set(links.flatMap((link) => [link.from, link.to]))];
    const found = await tx.all<{ id: string }>(
      sql`select id from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ends)}
        order by id${forKeyShare(tx.dialect)}`,
    );
    const there = new Set(found.map((row) => row.id));
    const whole = links.filter((link) => there.has(link.from) && there.has(link.to));
    if (whole.length === 0) return links.map(() => 'no such memory');
    const values = whole.map((link): SqlValue[] => [
      ...[tx.keyId, link.id, link.from, link.to, link.relationship, link.weight, JSON.stringify(link.metadata)],
      ...[link.automatic ? 1 : 0, link.created_at],
    ]);
    const written = await tx.all<{
      id: string;
    }>(sql`insert into links (key_id, id, from_id, to_id, relationship, weight,
        metadata, automatic, created_at) values ${rows(values)} on conflict do nothing returning id`);
    const ids = new Set(written.map((row) => row.id));
    for (const { id, from, to, relationship, automatic, created_at } of whole) {
      if (relationship === 'contradicts' && !automatic && ids.has(id)) await recordStated(tx, [from, to], created_at);
    }
    const isWhole = new Set(whole);
    return links.map((link) =>
      !isWhole.has(link) ? 'no such memory' : ids.delete(link.id) ? 'imported' : 'duplicate',
    );
  },
);
