import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { isSameStatement, type Statement, statementOf } from '../../text/same-statement.js';
import type { Met } from './sql/duplicate-candidates.js';

/** Groups within one meeting that a text is compared with: there are hardly ever more. */
const COMPARED = 8;
/** Units of work (kernel/turns/turns.ts) per character of a text. */
const UNITS = 2;

/**
 * Groups of memories that say the same, each sorted by id, the largest group first. Sketches that meet only say "perhaps"; here the texts are
 * compared.
 */
export function* duplicateGroups(met: readonly Met[]): Work<string[][]> {
  const statements = new Map<string, Statement>();
  const groups = new Groups();
  const openings = new Map<string, string[]>();
  for (const { place, band, id, text } of met) {
    yield text.length * UNITS;
    const statement = statements.get(id) ?? statementOf(text);
    statements.set(id, statement);
    const meeting = `${place} ${band}`;
    const before = openings.get(meeting) ?? [];
    openings.set(meeting, before);
    const same = before.find((other) => other === id || isSameStatement(statement, statements.get(other) as Statement));
    if (same !== undefined) groups.unite(same, id);
    else if (before.length < COMPARED) before.push(id);
  }
  return groups.all();
}

export const duplicatesTask = defineTask('insights.duplicates', duplicateGroups);
export const duplicateUnits = (met: readonly Met[]) => met.reduce((units, { text }) => units + text.length * UNITS, 0);

/** Which memories belong together, however they were connected (union–find). */
class Groups {
  readonly #parents = new Map<string, string>();

  #rootOf(id: string): string {
    let root = id;
    while ((this.#parents.get(root) ?? root) !== root) root = this.#parents.get(root) as string;
    return root;
  }

  unite(a: string, b: string): void {
    const [first, second] = [this.#rootOf(a), this.#rootOf(b)].sort() as [string, string];
    this.#parents.set(first, first);
    this.#parents.set(second, first);
  }

  /** Groups with at least two members, each sorted by id. */
  all(): string[][] {
    const groups = new Map<string, string[]>();
    for (const id of [...this.#parents.keys()].sort()) {
      const root = this.#rootOf(id);
      groups.set(root, [...(groups.get(root) ?? []), id]);
    }
    const found = [...groups.values()].filter((group) => group.length > 1);
    return found.sort((a, b) => b.length - a.length || ((a[0] as string) < (b[0] as string) ? -1 : 1));
  }
}
