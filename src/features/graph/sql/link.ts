import { forKeyShare } from '../../../storage/dialect.js';
import { among, forUpdate, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { recordStated, withdrawStated } from '../../conflicts/sql/record.js';
import { LINK_COLUMNS, type LinkRecord, toLink } from '../link-record.js';

interface LinkRequest {
  id: string;
  from: string;
  to: string;
  relationship: string;
  /** Absent: 1 for a new link, unchanged for an existing one. */
  weight?: number;
  /** Absent: empty for a new link, unchanged for an existing one. */
  metadata?: Record<string, unknown>;
  now: number;
}
type LinkOutcome = { status: 'linked' | 'exists'; link: LinkRecord } | { missing: 'from' | 'to' };

export const linkMemories = tenantWrite('graph.link', async (tx, input: LinkRequest): Promise<LinkOutcome> => {
  const there = await existingEnds(tx, input);
  if (!there.has(input.from)) return { missing: 'from' };
  if (!there.has(input.to)) return { missing: 'to' };
  const inserted =
    await tx.get(sql`insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
    values (${tx.keyId}, ${input.id}, ${input.from}, ${input.to}, ${input.relationship}, ${input.weight ?? 1},
      ${JSON.stringify(input.metadata ?? {})}, 0, ${input.now})
    on conflict do nothing returning ${LINK_COLUMNS}`);
  if (inserted) {
    if (input.relationship === 'contradicts') await recordStated(tx, [input.from, input.to], input.now);
    return { status: 'linked', link: toLink(inserted) };
  }
  const link = await restate(tx, input);
  // The id already exists when a repeated request finds what its first run wrote.
  return { status: link.id === input.id ? 'linked' : 'exists', link };
});

/** Which of the two memories exist. They cannot be forgotten before the link is written: a link has two ends or is deleted. */
async function existingEnds(tx: TenantTx, { from, to, now }: LinkRequest): Promise<Set<string>> {
  const found = await tx.all<{ id: string }>(sql`select id from memories
    where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', [from, to])} and (expires_at is null or expires_at > ${now})
    order by id${forKeyShare(tx.dialect)}`);
  return new Set(found.map((row) => row.id));
}

/** The same link again: the given values replace the existing ones, unless the link belongs to the service. */
async function restate(tx: TenantTx, input: LinkRequest): Promise<LinkRecord> {
  const row = await tx.get(sql`update links set
      weight = case when automatic = 1 then weight else coalesce(${input.weight ?? null}, weight) end,
      metadata = case when automatic = 1 then metadata else coalesce(${input.metadata ? JSON.stringify(input.metadata) : null}, metadata) end
    where key_id = ${tx.keyId} and from_id = ${input.from} and to_id = ${input.to} and relationship = ${input.relationship}
    returning ${LINK_COLUMNS}`);
  if (!row) throw new Error('A link was neither inserted nor found');
  return toLink(row);
}

/** `kept`: it is a link that the service created. */
export const unlinkMemories = tenantWrite(
  'graph.unlink',
  async (tx, input: { id: string }): Promise<'deleted' | 'kept' | null> => {
    const link = await tx.get<{ automatic: number; from_id: string; to_id: string; relationship: string }>(
      sql`select automatic, from_id, to_id, relationship from links where key_id = ${tx.keyId} and id = ${input.id}`,
    );
    if (!link) return null;
    if (link.automatic === 1) return 'kept';
    const { from_id: from, to_id: to } = link;
    // Either of two links states a conflict. Of two calls that delete both, one waits.
    let stating = 0;
    if (link.relationship === 'contradicts')
      for (const [one, other] of [from, to].sort().map((end) => [end, end === from ? to : from])) {
        const found =
          await tx.get(sql`select id from links where key_id = ${tx.keyId} and from_id = ${one} and to_id = ${other}
          and relationship = 'contradicts' and automatic = 0${forUpdate(tx.dialect)}`);
        if (found) stating++;
      }
    const gone = await tx.run(sql`delete from links where key_id = ${tx.keyId} and id = ${input.id} and automatic = 0`);
    if (gone === 1 && stating === 1) await withdrawStated(tx, [from, to]);
    return gone === 1 ? 'deleted' : null;
  },
);
