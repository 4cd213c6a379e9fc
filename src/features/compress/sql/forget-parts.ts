import { among, type Sql, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { emit, type JournalEntry } from '../../journal.js';
import { removeTraces } from '../../memories/sql/traces.js';
import { holdersOf } from './propagate-vectors.js';
import { partsOf, takeBack } from './undo.js';

const find = (tx: TenantTx, where: Sql) =>
  tx.get<{ id: string; user_id: string; agent_id: string }>(
    sql`select id, user_id, agent_id from memories where ${where}`,
  );

/**
 * Called before the memory selected by `where` is forgotten: its text must not live on in a summary, nor come back from its originals. Compressions
 * that it is part of are undone; the originals that it stands for are deleted. Returns how many.
 */
export async function forgetParts(tx: TenantTx, where: Sql, now: number): Promise<number> {
  const memory = await find(tx, where);
  if (!memory) return 0;
  const { user_id, agent_id } = memory;
  for (const holder of (await holdersOf(tx, memory.id)).reverse()) await takeBack(tx, holder, now);
  // Each once, because imported links may form any graph. A part that is in force again stands for itself.
  const seen = new Set([memory.id]);
  const heirs = [memory.id];
  for (let id = heirs.pop(); id !== undefined; id = heirs.pop()) {
    for (const part of await partsOf(tx, id)) {
      if (part.superseded_by === null || seen.has(part.id)) continue;
      seen.add(part.id);
      heirs.push(part.id);
    }
  }
  const gone = [...seen].slice(1);
  if (gone.length === 0) return 0;
  await tx.run(sql`delete from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', gone)}`);
  await removeTraces(
    tx,
    gone.map((id) => ({ id, user_id })),
    now,
  );
  const news = gone.map((id): JournalEntry => ({ kind: 'memory.forgotten', user_id, agent_id, subject: id }));
  await emit(tx, now, news);
  return gone.length;
}
