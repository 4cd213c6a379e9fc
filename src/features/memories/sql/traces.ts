import { among, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { deleteTerms } from '../../../storage/words.js';
import { releaseReplaced } from '../../conflicts/supersession.js';
import { type Orphan, removeEvents } from '../../episodes/sql/forget-events.js';
import { emit } from '../../journal.js';
import { forgetAnswers, forgetResponses } from '../../stored-responses.js';

/**
 * Removes everything outside the memory's own row that refers to it: vectors, words, earlier versions, links, conflicts, places in episodes,
 * references, stored responses that quote it, and the procedure that it stands for.
 */
export async function removeTraces(
  tx: TenantTx,
  gone: readonly { id: string; user_id: string }[],
  now: number,
): Promise<void> {
  const ids = gone.map((memory) => memory.id);
  const is = (column: string) => among(tx.dialect, column, ids);
  const byUser = new Map<string, string[]>();
  for (const { id, user_id } of gone) byUser.set(user_id, [...(byUser.get(user_id) ?? []), id]);
  // What does not depend on each other is sent together: on PostgreSQL every round trip keeps the caller waiting.
  await Promise.all([
    ...[...byUser].flatMap(([user, own]) => [
      tx.run(
        sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${user} and ${among(tx.dialect, 'memory_id', own)}`,
      ),
      tx.sketches.remove(user, own),
      forgetAnswers(tx, user, own),
    ]),
    deleteTerms(tx, is('memory_id')),
    ...forgetResponses(tx, ids),
    tx.run(sql`delete from memory_versions where key_id = ${tx.keyId} and ${is('memory_id')}`),
    tx.run(sql`delete from procedures where key_id = ${tx.keyId} and ${is('id')}`),
    tx.run(sql`delete from procedure_versions where key_id = ${tx.keyId} and ${is('procedure_id')}`),
    releaseReplaced(tx, ids, now), // reads links
  ]);
  const removed = await Promise.all([
    ...['from_id', 'to_id'].map((end) => tx.run(sql`delete from links where key_id = ${tx.keyId} and ${is(end)}`)),
    ...['memory_a', 'memory_b'].map((side) =>
      tx.run(sql`delete from conflicts where key_id = ${tx.keyId} and ${is(side)}`),
    ),
    removeEvents(tx, ids), // last: on SQLite the others throw at once, and nothing may run after that
  ]);
  const orphans = removed.at(-1) as Orphan[];
  if (orphans.length === 0) return;
  const orphaned = among(
    tx.dialect,
    'id',
    orphans.map((memory) => memory.id),
  );
  await tx.run(sql`delete from memories where key_id = ${tx.keyId} and ${orphaned}`);
  await removeTraces(tx, orphans, now);
  await emit(
    tx,
    now,
    orphans.map(({ id, ...owner }) => ({ kind: 'memory.forgotten', ...owner, subject: id })),
  );
}
