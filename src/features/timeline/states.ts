import { isQuestion } from '../../text/asks.js';
import { sourcesOf } from '../memories/reading/sources.js';
import type { MemoryRecord } from '../memories/record.js';
import type { Request } from '../request.js';
import { turnsAmong } from './sql/timeline.js';

/** Characters at the end of a turn that are searched for a question mark. */
const TAIL = 40;

/** Without the turns of conversations that state nothing themselves: questions, what an assistant said, and what a statement among them stands for. */
export async function statesAmong<M extends MemoryRecord>(
  { db }: Pick<Request, 'db'>,
  memories: readonly M[],
): Promise<M[]> {
  const ids = memories.filter(({ kind }) => kind === 'episodic').map(({ id }) => id);
  if (ids.length === 0) return [...memories];
  const roles = new Map((await db.run(turnsAmong, { ids })).map(({ id, role }) => [id, role]));
  const withStatement = new Set(memories.flatMap(({ metadata }) => sourcesOf(metadata)));
  const states = ({ id, content }: M) =>
    !roles.has(id) ||
    (roles.get(id) === 'user' && !withStatement.has(id) && !isQuestion(content.slice(-TAIL).trimEnd()));
  return memories.filter(states);
}
