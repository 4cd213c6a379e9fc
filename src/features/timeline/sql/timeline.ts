import { fromJson } from '../../../storage/json.js';
import { among, lookUp, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import { visible } from '../../memories/sql/visible.js';

/** Two memories that contradict each other. */
export interface Contradiction {
  older: string;
  newer: string;
  isOpen: boolean;
  /** Somebody has decided that both hold. */
  isBoth: boolean;
  confidence: number;
  /** The words of the older one that no longer hold; null: all of them, or unknown. */
  part: string | null;
}

export interface Ties {
  /** Superseded memory → the one that superseded it. */
  replaced: [older: string, newer: string][];
  contradictions: Contradiction[];
  /** Memories whose text was changed after they were stored. */
  edited: string[];
  /** Compressed memory → the one that stands for it. */
  compressed: { part: string; whole: string; isMerged: boolean }[];
}

/** What happened between and to these memories. */
export const tiesOf = tenantSnapshotRead('timeline.ties', async (tx, { ids }: { ids: string[] }): Promise<Ties> => {
  const is = (column: string) => among(tx.dialect, column, ids);
  const replaced = await tx.all<{ id: string; superseded_by: string }>(
    sql`select id, superseded_by from memories
      where key_id = ${tx.keyId} and superseded_by is not null and (${is('superseded_by')} or ${is('id')})`,
  );
  const contradictions = await tx.all<{
    memory_a: string;
    memory_b: string;
    status: string;
    kept: string | null;
    confidence: number;
    part: string | null;
  }>(
    sql`select memory_a, memory_b, status, kept, confidence, part from conflicts
      where key_id = ${tx.keyId} and (${is('memory_a')} or ${is('memory_b')})
      order by memory_a, memory_b`,
  );
  const edited = await tx.all<{ memory_id: string }>(
    sql`select distinct memory_id from memory_versions where key_id = ${tx.keyId} and ${is('memory_id')}`,
  );
  const parts = await tx.all<{ from_id: string; to_id: string; metadata: unknown }>(
    sql`select from_id, to_id, metadata from links
      where key_id = ${tx.keyId} and relationship = 'part_of' and automatic = 1 and ${is('from_id')}`,
  );
  const whole = new Map(parts.map((row) => [row.from_id, row]));
  const isPart = (row: { id: string; superseded_by: string }) => whole.get(row.id)?.to_id === row.superseded_by;
  return {
    replaced: replaced.filter((row) => !isPart(row)).map((row) => [row.id, row.superseded_by]),
    contradictions: contradictions.map((row) => ({
      older: row.memory_a,
      newer: row.memory_b,
      isOpen: row.status === 'open',
      isBoth: row.kept === 'both',
      confidence: row.confidence,
      part: row.part,
    })),
    edited: edited.map((row) => row.memory_id),
    compressed: replaced.filter(isPart).map((row) => ({
      part: row.id,
      whole: row.superseded_by,
      isMerged: fromJson<{ strategy?: string }>(whole.get(row.id)?.metadata).strategy === 'merge',
    })),
  };
});

export interface Turn {
  id: string;
  role: string;
}

/** Which of these memories are turns of conversations. */
export const turnsAmong = tenantSnapshotRead(
  'timeline.turns',
  async (tx, { ids }: { ids: string[] }): Promise<Turn[]> => {
    const episode = lookUp(tx.dialect, 'inner', 'episodes', 'e', sql`e.key_id = ${tx.keyId} and e.id = v.episode_id`);
    return tx.all<Turn>(sql`select v.id, v.type as role from episode_events v ${episode}
      where v.key_id = ${tx.keyId} and ${among(tx.dialect, 'v.id', ids)} and coalesce(v.derive, e.derive) is not null`);
  },
);

/** The memories with these ids that a timeline may show. */
export const recordsOf = tenantSnapshotRead(
  'timeline.records',
  async (
    tx,
    { userId, ids, filter, now }: { userId: string; ids: string[]; filter: MemoryFilter; now: number },
  ): Promise<MemoryRecord[]> => {
    const rows = await tx.all(sql`select ${RECORD_COLUMNS} from memories m
      where m.key_id = ${tx.keyId} and m.user_id = ${userId} and ${among(tx.dialect, 'm.id', ids)}
        and ${visible(tx.dialect, filter, now)}`);
    return rows.map(toRecord);
  },
);
