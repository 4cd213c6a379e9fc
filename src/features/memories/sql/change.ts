import { invalidField } from '../../../kernel/errors.js';
import { greatest } from '../../../storage/dialect.js';
import { forUpdate, join, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { replaceTerms } from '../../../storage/words.js';
import { propagateVectors } from '../../compress/sql/propagate-vectors.js';
import { withdrawVerdicts } from '../../conflicts/sql/withdraw.js';
import { keepEnd, lastsLonger, moveEnds } from '../../conflicts/supersession.js';
import { emit } from '../../journal.js';
import type { ChangeInput } from '../input.js';
import { mergeProblem, patched } from '../merge.js';
import { estimatedNow } from '../reading/importance.js';
import type { Reading } from '../reading/read-text.js';
import type { KeptTraits } from '../reading/traits.js';
import type { MemoryRecord } from '../record.js';
import { freeDedupeKey } from './dedupe-key.js';
import { assigned, RECORD_COLUMNS, toRecord } from './row.js';
import { insertVectors, type PackedVectors, replaceVectors } from './vectors.js';
import { keepVersion } from './versions.js';

interface ChangedContent extends Reading {
  text: string;
  /** False: the text stays, but it is read differently. Ignored if the text has changed meanwhile. */
  isNew?: boolean;
  vectors: PackedVectors | null;
  category: string;
  importance: number;
}

export interface MemoryChange extends Omit<ChangeInput, 'content' | 'ttl_seconds'> {
  content?: ChangedContent;
  /** Replaces all existing metadata. */
  wholeMetadata?: Record<string, unknown>;
  expires_at?: number | null;
}

const find = (tx: TenantTx, id: string, now: number) =>
  tx.get(sql`select ${RECORD_COLUMNS}, m.version from memories m where m.key_id = ${tx.keyId} and m.id = ${id}
    and (m.expires_at is null or m.expires_at > ${now})${forUpdate(tx.dialect)}`);

export const changeMemory = tenantWrite(
  'memories.change',
  async (tx, input: { id: string; change: MemoryChange; now: number }): Promise<MemoryRecord | null> => {
    const row = await find(tx, input.id, input.now);
    if (!row) return null;
    const before = toRecord(row);
    const { content: given, metadata, wholeMetadata, ...plain } = input.change;
    const content = given?.isNew === false && given.text !== before.content ? undefined : given;
    const labels = {
      tags: plain.tags ?? before.tags,
      metadata: wholeMetadata ?? (metadata ? patched(before.metadata, metadata) : before.metadata),
    };
    const problem = mergeProblem(before, labels);
    if (problem) throw invalidField(problem.field, problem.message);
    await keepVersion(tx, before, Number(row.version), input.now);

    const sets: Sql[] = [sql`version = version + 1, updated_at = ${input.now}`, ...assigned(plain)];
    if (metadata || wholeMetadata) sets.push(...assigned({ metadata: labels.metadata }));
    if (plain.importance !== undefined) sets.push(sql`importance_estimated = 0`);
    else if (content && before.importance_estimated) sets.push(sql`importance = ${content.importance}`);
    if (content) {
      sets.push(sql`content = ${content.text}, category = ${content.category}, risk = ${content.risk},
        embedded_model = ${content.vectors?.model ?? null}`);
      if (content.isNew !== false) sets.push(sql`verified_at = ${input.now}`);
      await tx.run(
        sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${before.user_id} and memory_id = ${before.id}`,
      );
      await insertVectors(tx, [{ id: before.id, user_id: before.user_id, vectors: content.vectors }]);
      const { id, user_id } = before;
      await replaceTerms(tx, { id, user_id, words: content.words });
      await tx.sketches.replace({ id, user_id, bands: content.bands });
    }
    const { valid_from = before.valid_from, valid_until = before.valid_until } = plain;
    const isRestated = (content && content.text !== before.content) || valid_from !== before.valid_from;
    if (isRestated) await withdrawVerdicts(tx, before.id, input.now);
    if (isRestated || lastsLonger(valid_until, before.valid_until)) sets.push(sql`conflicts_checked = 0`);
    if (content || plain.namespace !== undefined) {
      sets.push(
        sql`dedupe_key = ${await freeDedupeKey(tx, { ...before, content: content?.text ?? before.content, namespace: plain.namespace ?? before.namespace })}`,
      );
    }
    await tx.run(sql`update memories set ${join(sets)} where key_id = ${tx.keyId} and id = ${before.id}`);
    if (valid_from !== before.valid_from) {
      const [began, begins] = [before.valid_from ?? before.created_at, valid_from ?? before.created_at];
      await moveEnds(tx, before.id, { before: began, after: begins }, input.now);
    }
    if (plain.valid_until !== undefined) await keepEnd(tx, before.id, input.now);
    await emit(tx, input.now, [
      { kind: 'memory.updated', user_id: before.user_id, agent_id: before.agent_id, subject: before.id },
    ]);
    const after = await find(tx, input.id, input.now);
    return after ? toRecord(after) : before;
  },
);

interface AttachRequest {
  id: string;
  version: number;
  vectors: PackedVectors;
  traits: KeptTraits | null;
  now: number;
}

/** Attaches vectors that were made later. Does nothing if the text has changed meanwhile: the change brought its own. */
export const attachVectors = tenantWrite(
  'memories.attachVectors',
  async (tx, input: AttachRequest): Promise<boolean> => {
    const row = await tx.get<{ user_id: string; agent_id: string; superseded_by: string | null; version: number }>(
      sql`select user_id, agent_id, superseded_by, version from memories
        where key_id = ${tx.keyId} and id = ${input.id}${forUpdate(tx.dialect)}`,
    );
    if (!row || Number(row.version) !== input.version) return false;
    const embedded = { ...row, id: input.id, vectors: input.vectors };
    await replaceVectors(tx, embedded);
    await propagateVectors(tx, embedded, input.now);
    const { traits } = input;
    const read = traits
      ? sql`, category = ${traits.category}, risk = ${greatest(tx.dialect)}(risk, ${traits.risk}), ${estimatedNow(traits)}`
      : sql``;
    await tx.run(
      sql`update memories set embedded_model = ${input.vectors.model}${read} where key_id = ${tx.keyId} and id = ${input.id}`,
    );
    await emit(tx, input.now, [
      { kind: 'memory.embedded', user_id: row.user_id, agent_id: row.agent_id, subject: input.id },
    ]);
    return true;
  },
);
