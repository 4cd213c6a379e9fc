import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { among, rows, type SqlValue, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { packTerms, unpackTerms } from '../../../storage/terms.js';
import { readTerms, replaceTerms, type Words, wordsOf } from '../../../storage/words.js';
import { MAX_TERMS_PER_MEMORY } from '../../../text/terms.js';
import { releaseReplaced } from '../../conflicts/supersession.js';
import { emit, type JournalEntry } from '../../journal.js';
import { type Spoken, spokenText } from '../../memories/reading/speaker.js';
import { removeTraces } from '../../memories/sql/traces.js';
import { nextTaken } from './propagate-vectors.js';

const ids = randomIds(() => Date.now());

export interface Absorption {
  /** The memory that absorbs the sources. */
  into: Spoken & { id: string; user_id: string; agent_id: string };
  sources: readonly string[];
  strategy: 'summarize' | 'merge';
  /** Its version before, if it existed. */
  version: number | null;
  deleteOriginals: boolean;
  now: number;
}

/**
 * Makes a memory stand for others: it takes over their vectors as further passages and their words, so that whatever found one of them finds it with
 * the same score. The others are superseded by it, or deleted.
 */
export async function absorb(tx: TenantTx, work: Absorption): Promise<void> {
  await takeVectors(tx, work);
  await mergeWords(tx, work.into, wordsOf(spokenText(work.into)), work.sources);
  if (work.deleteOriginals) await remove(tx, work);
  else await supersede(tx, work);
  const data = { strategy: work.strategy, count: work.sources.length };
  await emit(tx, work.now, [{ kind: 'memory.compressed', ...owner(work.into), subject: work.into.id, data }]);
}

async function takeVectors(tx: TenantTx, { into, sources }: Absorption): Promise<void> {
  const next = await nextTaken(tx, into);
  await tx.run(sql`insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector)
    select key_id, user_id, model, cast(${into.id} as text),
      cast(${next} as bigint) + row_number() over (partition by model order by memory_id, passage), vector
    from memory_vectors where key_id = ${tx.keyId} and user_id = ${into.user_id} and ${among(tx.dialect, 'memory_id', sources)}`);
}

async function supersede(tx: TenantTx, { into, sources, strategy, version, now }: Absorption): Promise<void> {
  // Nothing else of them changes, so that an undo restores them exactly.
  await tx.run(
    sql`update memories set superseded_by = ${into.id} where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', sources)}`,
  );
  const metadata = JSON.stringify(version === null ? { strategy } : { strategy, version });
  const links = sources.map((id): SqlValue[] => [
    ...[tx.keyId, ids.next(ID_PREFIXES.link), id, into.id, 'part_of', 1, metadata, 1, now],
  ]);
  await tx.run(sql`insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
    values ${rows(links)} on conflict (key_id, from_id, to_id, relationship)
    do update set metadata = excluded.metadata, automatic = 1`);
  const data = { superseded_by: into.id };
  await emit(
    tx,
    now,
    sources.map((id): JournalEntry => ({ kind: 'memory.updated', ...owner(into), subject: id, data })),
  );
}

async function remove(tx: TenantTx, { into, sources, now }: Absorption): Promise<void> {
  // What the sources themselves had superseded must not come back when they are deleted.
  await releaseReplaced(tx, sources, now, into.id);
  await tx.run(sql`delete from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', sources)}`);
  await removeTraces(
    tx,
    sources.map((id) => ({ id, user_id: into.user_id })),
    now,
  );
  await emit(
    tx,
    now,
    sources.map((id): JournalEntry => ({ kind: 'memory.forgotten', ...owner(into), subject: id })),
  );
}

const owner = ({ user_id, agent_id }: { user_id: string; agent_id: string }) => ({ user_id, agent_id });

/**
 * A word counts as often as in the source that has it most often, and the memory is as long as its longest part:
 * it is many short texts, not one long one.
 */
async function mergeWords(
  tx: TenantTx,
  into: { id: string; user_id: string },
  own: Words,
  sources: readonly string[],
): Promise<void> {
  const terms = new Map<string, number>();
  unpackTerms(own.packed, (term, tf) => terms.set(term, tf));
  let length = 0;
  for (const words of await readTerms(tx, [into.id, ...sources])) {
    length = Math.max(length, words.length);
    unpackTerms(words.terms, (term, tf) => {
      if (terms.has(term) || terms.size < MAX_TERMS_PER_MEMORY) terms.set(term, Math.max(tf, terms.get(term) ?? 0));
    });
  }
  await replaceTerms(tx, { ...into, words: { packed: packTerms(terms), length } });
}
