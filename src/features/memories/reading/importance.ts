import { type Sql, sql } from '../../../storage/sql.js';
import type { MemoryRecord } from '../record.js';
import type { KeptTraits } from './traits.js';

/** The estimate while a text has no vectors, or none of the model that the estimate is made for. */
const UNREAD = 5;

type Importance = Pick<MemoryRecord, 'importance' | 'importance_estimated'>;

/** The given importance, otherwise the one estimated from the text. */
export const importanceOf = (given: number | undefined, traits: KeptTraits | null): Importance => ({
  importance: given ?? traits?.importance ?? UNREAD,
  importance_estimated: given === undefined,
});

/** The highest importance of several memories. It counts as given if any memory with that importance was given it. */
export function highestImportance(memories: readonly Importance[]): Importance {
  const importance = memories.reduce((most, memory) => Math.max(most, memory.importance), 0);
  const importance_estimated = memories.every(
    (memory) => memory.importance_estimated || memory.importance < importance,
  );
  return { importance, importance_estimated };
}

/** Whether an importance may be the default because there were no vectors. */
export const isUnread = ({ importance, importance_estimated }: Partial<Importance>): boolean =>
  importance_estimated === true && importance === UNREAD;

/** Sets the estimate if it could not be made before: the vectors came later than the text. */
export const estimatedNow = ({ importance }: KeptTraits): Sql =>
  sql`importance = case when importance_estimated = 1 and importance = ${UNREAD} then ${importance} else importance end`;

/** Resets an estimate: the text has changed and has no vectors. */
export const unread = (): Sql =>
  sql`importance = case when importance_estimated = 1 then ${UNREAD} else importance end`;
