import type { SqliteConnection } from './connection.js';
import type { Call, Outcome } from './protocol.js';

export interface GroupParts {
  db: SqliteConnection;
  perform(call: Call): Promise<unknown>;
  describe(error: unknown): NonNullable<Outcome['error']>;
  /** What the transaction did so far, or one call of it, is undone. */
  undone(): void;
}

/**
 * Runs calls in one transaction with one commit; a call that fails leaves nothing behind and the others as they are. Savepoints cost a
 * copy of every page that a call touches, so the calls run without: hardly any fails after it wrote something. When one does, all is
 * rolled back and run again with them.
 */
export async function writeGroup(parts: GroupParts, calls: readonly Call[]): Promise<Outcome[]> {
  try {
    return (await runPlain(parts, calls)) ?? (await runGuarded(parts, calls));
  } catch (error) {
    endQuietly(parts.db, 'rollback');
    parts.undone();
    const described = parts.describe(error);
    return calls.map((call) => ({ id: call.id, error: described }));
  }
}

/** Null, and nothing is written, when a call failed after it wrote. */
async function runPlain({ db, perform, describe, undone }: GroupParts, calls: readonly Call[]) {
  const outcomes: Outcome[] = [];
  begin(db, 'begin immediate');
  for (const call of calls) {
    db.wrote = false;
    try {
      outcomes.push({ id: call.id, value: await perform(call) });
    } catch (error) {
      // A full disk may have rolled back everything: then nothing of the group counts.
      if (!db.handle.isTransaction) throw error;
      if (db.wrote) {
        db.exec('rollback');
        undone();
        return null;
      }
      outcomes.push({ id: call.id, error: describe(error) });
    }
  }
  db.exec('commit');
  return outcomes;
}

async function runGuarded({ db, perform, describe, undone }: GroupParts, calls: readonly Call[]) {
  const outcomes: Outcome[] = [];
  begin(db, 'begin immediate');
  for (const call of calls) {
    db.exec('savepoint unit');
    try {
      const value = await perform(call);
      db.exec('release unit');
      outcomes.push({ id: call.id, value }); // not before: a failed release undoes the unit
    } catch (error) {
      if (!db.handle.isTransaction) throw error;
      db.exec('rollback to unit; release unit');
      undone();
      outcomes.push({ id: call.id, error: describe(error) });
    }
  }
  db.exec('commit');
  return outcomes;
}

/** A failing disk may have kept the last transaction from being ended. */
export function begin(db: SqliteConnection, text: string): void {
  if (db.handle.isTransaction) db.exec('rollback');
  db.exec(text);
}

export function endQuietly(db: SqliteConnection, text: string): void {
  try {
    db.exec(text);
  } catch {
    // Nothing to end: the engine did it, or it cannot be reached; the caller already has the real error.
  }
}
