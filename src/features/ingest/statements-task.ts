import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns.js';
import { type Statement, statementsOf, type Turn } from '../../language/statements.js';

/** Units of work (kernel/turns.ts) per character. */
export const UNITS = 4;

export const statementsTask = defineTask('ingest.statements', reading);

function* reading({ turns, before }: { turns: Turn[]; before: Turn[] }): Work<Statement[]> {
  const found: Statement[] = [];
  for (const [i, turn] of turns.entries()) {
    found.push(...statementsOf([turn], i === 0 ? before : [turns[i - 1] as Turn]));
    yield turn.content.length * UNITS;
  }
  return found;
}
