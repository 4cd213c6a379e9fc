import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { type Statement, statementsOf, type Turn } from '../../readers/statements.js';

/** Earlier turns that may be needed to understand a statement. */
export const BEFORE = 4;
/** Units of work (kernel/turns/turns.ts) per character. */
export const UNITS = 4;

export const statementsTask = defineTask('ingest.statements', reading);

function* reading({ turns, before }: { turns: Turn[]; before: Turn[] }): Work<Statement[]> {
  const found: Statement[] = [];
  for (const [i, turn] of turns.entries()) {
    found.push(...statementsOf([turn], [...before, ...turns.slice(0, i)].slice(-BEFORE)));
    yield turn.content.length * UNITS;
  }
  return found;
}
