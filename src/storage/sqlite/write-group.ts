import type { SqliteConnection } from './connection.js';
import type { Call, Outcome } from './protocol.js';

export interface GroupParts {
  db: SqliteConnection;
  perform(call: Call): Promise<unknown>;
  describe(error: unknown): NonNullable<Outcome['error']>;
  /** The transaction so far, or one call of it, was rolled back. */
  undone(): void;
}

/**
 * Runs calls in one transaction with one commit; a call that fails leaves nothing behind and does not affect the others. Savepoints cost a copy of
 * every page that a call touches, so the calls first run without them: hardly any fails after it wrote something. If one does, everything is rolled
 * back and run again with savepoints.
 */
export async function writeGroup(
  parts: GroupParts,
  calls: readonly Call[],
  /** True if the group has used up its time: the remaining calls are returned. */
  isOver: () => boolean = () => false,
): Promise<Outcome[]> {
  try {
    return (await runAll(parts, calls, isOver, false)) ?? ((await runAll(parts, calls, isOver, true)) as Outcome[]);
  } catch (error) {
    endQuietly(parts.db, 'rollback');
    parts.undone();
    const described = parts.describe(error);
    return calls.map((call) => ({ id: call.id, ms: 0, error: described }));
  }
}

export const putBack = ({ id }: Call): Outcome => ({ id, ms: 0, undone: 'back' });

/** Unguarded, returns null if a call failed after it wrote: then nothing is written. */
async function runAll(
  { db, perform, describe, undone }: GroupParts,
  calls: readonly Call[],
  isOver: () => boolean,
  isGuarded: boolean,
): Promise<Outcome[] | null> {
  const outcomes: Outcome[] = [];
  begin(db, 'begin immediate');
  for (const call of calls) {
    if (outcomes.length > 0 && isOver()) {
      outcomes.push(putBack(call));
      continue;
    }
    const took = since(performance.now());
    db.wrote = false;
    if (isGuarded) db.exec('savepoint unit');
    try {
      const value = await perform(call);
      if (isGuarded) db.exec('release unit');
      outcomes.push({ id: call.id, ms: took(), value }); // only now: a failed release undoes the unit
    } catch (error) {
      // A full disk may have rolled back everything: then nothing of the group counts.
      if (!db.handle.isTransaction) throw error;
      if (isGuarded || db.wrote) {
        db.exec(isGuarded ? 'rollback to unit; release unit' : 'rollback');
        undone();
      }
      if (!isGuarded && db.wrote) return null;
      outcomes.push({ id: call.id, ms: took(), error: describe(error) });
    }
  }
  db.exec('commit');
  return outcomes;
}

const since = (began: number) => () => performance.now() - began;

/** A failing disk may have prevented the last transaction from ending. */
export function begin(db: SqliteConnection, text: string): void {
  if (db.handle.isTransaction) db.exec('rollback');
  db.exec(text);
}

export function endQuietly(db: SqliteConnection, text: string): void {
  try {
    db.exec(text);
  } catch {
    // Nothing to end: the engine has done it, or is unreachable; the caller already has the real error.
  }
}
