import { fromJson } from '../../../storage/json.js';
import { among, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { replaceTerms, wordsOf } from '../../../storage/words.js';
import { emit, type JournalEntry } from '../../journal.js';
import { spokenText } from '../../memories/reading/speaker.js';
import type { MemoryRecord } from '../../memories/record.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import { removeTraces } from '../../memories/sql/traces.js';
import { FIRST_TAKEN_PASSAGE } from '../../memories/sql/vectors.js';
import { keepVersion, versionOf } from '../../memories/sql/versions.js';
import { IS_PART } from './part.js';
import { changeMerged } from './write-merge.js';

interface Part {
  id: string;
  superseded_by: string | null;
  metadata: { strategy: 'summarize' | 'merge'; version?: number };
}

/** The memories that this one stands for. */
export async function partsOf(tx: TenantTx, id: string): Promise<Part[]> {
  // cross join: without statistics, SQLite would begin with all memories of the key.
  const found = await tx.all<
    Omit<Part, 'metadata'> & { metadata: unknown }
  >(sql`select m.id, m.superseded_by, l.metadata
    from links l cross join memories m where l.key_id = ${tx.keyId} and l.to_id = ${id} and ${IS_PART}
      and m.key_id = l.key_id and m.id = l.from_id order by m.id`);
  return found.map((row) => ({ ...row, metadata: fromJson(row.metadata) }));
}

/** Undoes a compression. Returns the restored ids; null if there is no such memory, none if it has no originals any more. */
export async function takeBack(tx: TenantTx, id: string, now: number): Promise<string[] | null> {
  const row = await tx.get(
    sql`select ${RECORD_COLUMNS}, m.version from memories m where m.key_id = ${tx.keyId} and m.id = ${id}`,
  );
  if (!row) return null;
  const record = toRecord(row);
  const parts = await partsOf(tx, id);
  if (parts.length === 0) return [];
  const ids = parts.map((part) => part.id);
  const { user_id, agent_id } = record;
  // While they were compressed, they were not compared with what else was stored.
  await tx.run(sql`update memories set superseded_by = null, conflicts_checked = 0
    where key_id = ${tx.keyId} and superseded_by = ${id} and ${among(tx.dialect, 'id', ids)}`);
  await tx.run(sql`delete from links where key_id = ${tx.keyId} and to_id = ${id} and relationship = 'part_of'
    and automatic = 1 and ${among(tx.dialect, 'from_id', ids)}`);
  const news = ids.map((part): JournalEntry => ({ kind: 'memory.updated', user_id, agent_id, subject: part }));
  await emit(tx, now, news);
  if (parts.every((part) => part.metadata.strategy === 'summarize')) await dropSummary(tx, record, now);
  else await freeSurvivor(tx, record, Number(row.version), parts, now);
  return ids;
}

export const undoCompress = tenantWrite(
  'compress.undo',
  async (tx, input: { id: string; now: number }): Promise<string[] | null> => takeBack(tx, input.id, input.now),
);

async function dropSummary(tx: TenantTx, { id, user_id, agent_id }: MemoryRecord, now: number): Promise<void> {
  await tx.run(sql`delete from memories where key_id = ${tx.keyId} and id = ${id}`);
  await removeTraces(tx, [{ id, user_id }], now);
  await emit(tx, now, [{ kind: 'memory.forgotten', user_id, agent_id, subject: id }]);
}

/** The memory that the others were merged into stays; it is restored to what it was, unless it was changed since. */
async function freeSurvivor(
  tx: TenantTx,
  record: MemoryRecord,
  version: number,
  parts: Part[],
  now: number,
): Promise<void> {
  const { id, user_id, agent_id } = record;
  await tx.run(sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${user_id} and memory_id = ${id}
    and passage >= ${FIRST_TAKEN_PASSAGE}`);
  await replaceTerms(tx, { id, user_id, words: wordsOf(spokenText(record)) });
  const merges = new Set(parts.map((part) => part.metadata.version ?? 0));
  const first = Math.min(...merges);
  // Every version since the first merge was made by a merge.
  if (version === first + merges.size) await restore(tx, record, version, first, now);
  await emit(tx, now, [{ kind: 'memory.updated', user_id, agent_id, subject: id }]);
}

async function restore(tx: TenantTx, record: MemoryRecord, version: number, first: number, now: number): Promise<void> {
  const kept = await tx.get<{ record: unknown }>(sql`select record from memory_versions
    where key_id = ${tx.keyId} and memory_id = ${record.id} and version = ${first}`);
  if (!kept) return;
  const old = versionOf(kept.record);
  await keepVersion(tx, record, version, now);
  await changeMerged(tx, record.id, old);
}
