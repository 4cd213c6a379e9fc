import { hasOneWriter } from '../../storage/dialect.js';
import { among, and, type Sql, sql } from '../../storage/sql.js';
import type { Tx } from '../../storage/statement.js';
import { SPEAKER_COLUMN } from '../memories/reading/speaker.js';
import type { Waiting } from '../memories/sql/backlog.js';
import { FIRST_TAKEN_PASSAGE } from '../memories/sql/vectors.js';

/** A memory without vectors of the model. */
export type Lacking = Waiting;
/** A position in the order of all memories. */
export interface Place {
  key_id: string;
  id: string;
}

/** Vectors of its own text: those a memory took from the memories it stands for do not count. */
export const hasVectors = (model: string): Sql => sql`exists (select 1 from memory_vectors v where v.key_id = m.key_id
  and v.user_id = m.user_id and v.memory_id = m.id and v.model = ${model} and v.passage < ${FIRST_TAKEN_PASSAGE})`;

export const after = (place: Place | null): Sql =>
  place ? sql`(m.key_id, m.id) > (${place.key_id}, ${place.id})` : sql`1 = 1`;

export const findWithoutVectors = (tx: Tx, tables: Sql, model: string, conditions: Sql[], limit: number) =>
  tx.all<Lacking>(sql`select m.key_id, m.id, m.version, m.kind, m.content, ${SPEAKER_COLUMN} from ${tables}
    where ${and(conditions)} and not ${hasVectors(model)} order by m.key_id, m.id limit ${limit}`);

export async function journalEnd(tx: Tx): Promise<number> {
  return Number((await tx.get<{ seq: number | null }>(sql`select max(seq) as seq from journal`))?.seq ?? 0);
}

/** Journal entries per read. */
const LOOK = 1_000;
/** With several writers, numbers are assigned before the commit: a read starts this far back to include late ones. */
const LATE = 1_000;

export interface Since {
  model: string;
  seq: number;
  /** Memories to leave out: the model refuses their text. */
  skip: readonly string[];
  limit: number;
}

/** What changed after `seq` and lacks vectors, and the place in the journal up to which this is complete. */
export async function lackingSince(tx: Tx, input: Since): Promise<{ lacking: Lacking[]; seq: number; end: boolean }> {
  const last = await journalEnd(tx);
  // The next entries, not the next numbers: after a restore these go on very far from there.
  const edge = await tx.get<{ seq: number }>(
    sql`select seq from journal where seq > ${input.seq} order by seq limit 1 offset ${LOOK - 1}`,
  );
  const until = edge?.seq ?? last;
  const changed = sql`(select distinct key_id, subject from journal
    where seq > ${input.seq - (hasOneWriter(tx.dialect) ? 0 : LATE)} and seq <= ${until}) j
    join memories m on m.key_id = j.key_id and m.id = j.subject`;
  const skipped = sql`not (${among(tx.dialect, 'm.id', input.skip)})`;
  const lacking = await findWithoutVectors(tx, changed, input.model, [skipped], input.limit);
  const all = lacking.length < input.limit;
  return { lacking, seq: all ? until : input.seq, end: all && until === last };
}
