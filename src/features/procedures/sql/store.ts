import { sameLongText } from '../../../storage/dialect.js';
import { forUpdate, sql } from '../../../storage/sql.js';
import { type Row, type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import type { QuotaRequest } from '../../keys/sql/quota.js';
import { isSameJson } from '../../memories/merge.js';
import { type NewMemory, read as readMemory } from '../../memories/new-memory.js';
import { changeMemory } from '../../memories/sql/change.js';
import { forgetMemories } from '../../memories/sql/forget.js';
import { storeMemories } from '../../memories/sql/store.js';
import type { ProcedureParts } from '../input.js';
import type { ProcedureRecord } from '../record.js';
import { PROCEDURE_COLUMNS, PROCEDURE_TABLES, toProcedure } from './rows.js';
import { keepProcedureVersion } from './version-rows.js';

interface StoreProcedure {
  /** The memory by which it is found; its id becomes the procedure's. */
  memory: NewMemory;
  parts: ProcedureParts;
  /** Null: not given by the caller; an existing procedure keeps its own. */
  tags: string[] | null;
  metadata: Record<string, unknown> | null;
  quota: Omit<QuotaRequest, 'count'>;
  now: number;
}
interface StoredProcedure {
  status: 'stored' | 'updated' | 'unchanged';
  record: ProcedureRecord;
}

/** Stores a procedure, or a new version of the one with its name. */
export const storeProcedure = tenantWrite(
  'procedures.store',
  async (tx, input: StoreProcedure): Promise<StoredProcedure> => {
    let there = await byName(tx, input);
    if (there && over(there.expires_at, input.now)) {
      await forgetMemories.body(tx, { id: there.id as string, now: input.now });
      there = undefined;
    }
    // Another caller may take the name between our read and our insert (PostgreSQL): then ours is the new version.
    there ??= (await insert(tx, input)) ? undefined : await byName(tx, input);
    if (!there) return { status: 'stored', record: await read(tx, input.memory.id) };
    const before = toProcedure(there);
    // A repeated request finds what its first run wrote.
    if (before.id === input.memory.id) return { status: 'stored', record: before };
    return replace(tx, before, input);
  },
);

const over = (time: unknown, now: number) => time !== null && (time as number) <= now;

const byName = (tx: TenantTx, { memory, parts }: StoreProcedure): Promise<Row | undefined> | Row | undefined =>
  tx.get(sql`select ${PROCEDURE_COLUMNS}, m.expires_at from ${PROCEDURE_TABLES[tx.dialect]}
    where p.key_id = ${tx.keyId} and p.user_id = ${memory.user_id} and p.agent_id = ${memory.agent_id}
      and ${sameLongText(tx.dialect, sql`p.name`, sql`cast(${parts.name} as text)`)}
    ${forUpdate(tx.dialect)}`);

async function read(tx: TenantTx, id: string): Promise<ProcedureRecord> {
  const row = await tx.get(
    sql`select ${PROCEDURE_COLUMNS} from ${PROCEDURE_TABLES[tx.dialect]} where p.key_id = ${tx.keyId} and p.id = ${id}`,
  );
  if (!row) throw new Error('A procedure was written but cannot be read');
  return toProcedure(row);
}

/** False if the name is taken. */
async function insert(tx: TenantTx, { memory, parts, quota, now }: StoreProcedure): Promise<boolean> {
  const { id, user_id, agent_id } = memory;
  const inserted = await tx.run(sql`insert into procedures
      (key_id, id, user_id, agent_id, name, description, trigger_text, steps, created_at, updated_at)
    values (${tx.keyId}, ${id}, ${user_id}, ${agent_id}, ${parts.name}, ${parts.description}, ${parts.trigger},
      ${JSON.stringify(parts.steps)}, ${now}, ${now}) on conflict do nothing`);
  if (inserted === 0) return false;
  await storeMemories.body(tx, { memories: [memory], quota, now });
  await emit(tx, now, [{ kind: 'procedure.stored', user_id, agent_id, subject: id, data: { version: 1 } }]);
  return true;
}

async function replace(tx: TenantTx, before: ProcedureRecord, input: StoreProcedure): Promise<StoredProcedure> {
  const { memory, parts, now } = input;
  const tags = input.tags ?? before.tags;
  const metadata = input.metadata ?? before.metadata;
  const sameSteps = isSameJson(before.steps, parts.steps);
  const sameText = sameSteps && before.description === parts.description && before.trigger === parts.trigger;
  if (sameText && isSameJson(before.tags, tags) && isSameJson(before.metadata, metadata))
    return { status: 'unchanged', record: before };

  await keepProcedureVersion(tx, before, now);
  // What was learned about the old steps is not evidence about other steps.
  const counts = sameSteps ? sql`` : sql`, successes = 0, failures = 0`;
  await tx.run(sql`update procedures set description = ${parts.description}, trigger_text = ${parts.trigger},
      steps = ${JSON.stringify(parts.steps)}, version = version + 1, updated_at = ${now} ${counts}
    where key_id = ${tx.keyId} and id = ${before.id}`);
  const { content: text, category, importance, risk, vectors, words, bands } = readMemory(memory);
  await changeMemory.body(tx, {
    id: before.id,
    change: {
      ...(sameText ? {} : { content: { text, category, importance, risk, vectors, words, bands } }),
      tags,
      wholeMetadata: metadata,
    },
    now,
  });
  const about = { user_id: memory.user_id, agent_id: memory.agent_id, subject: before.id };
  await emit(tx, now, [{ kind: 'procedure.stored', ...about, data: { version: before.version + 1 } }]);
  return { status: 'updated', record: await read(tx, before.id) };
}
