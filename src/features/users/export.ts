import * as z from 'zod';
import { userId, whole } from '../../kernel/fields.js';
import { StreamResponse } from '../../kernel/operation.js';
import type { TenantDatabase } from '../../storage/database.js';
import { memoryRecord } from '../memories/record.js';
import { exportedMemory } from '../portability/export.js';
import { jsonDocument } from '../portability/json-document.js';
import { PageSize } from '../portability/page-size.js';
import { defineOperation } from '../request.js';
import type { Place } from './section.js';
import { SECTION_NAMES } from './sections.js';
import { userPage } from './sql/list.js';

const USER_FORMAT = 'recollect.user.v1';

const time = whole;
const described = {
  memories: z.array(exportedMemory).describe('Including expired, superseded and not yet true ones; oldest first.'),
  history: z
    .array(z.object({ memory_id: z.string(), version: whole, replaced_at: time, record: memoryRecord }))
    .describe('Earlier versions of changed memories.'),
};
const lists = Object.fromEntries(SECTION_NAMES.map((name) => [name, z.array(z.unknown())]));

export const exportUser = defineOperation({
  id: 'users.export',
  method: 'GET',
  path: '/users/{id}/memories',
  scope: 'read',
  strict: true,
  group: 'Users',
  summary: 'Export everything about a user',
  description:
    'Exports everything that is stored about one user under this key, of every kind: memories with their earlier ' +
    'versions, links, conflicts, and the records of every other kind. The export is streamed: it takes as little ' +
    'memory for a million memories as for ten. One that fails midway is cut off, so it never looks complete. What ' +
    'changes during the export may or may not be in it. A user about whom nothing is stored has empty lists. It can ' +
    'be posted to `/memory/import`.',
  input: z.object({ id: userId.describe('The user, as in `user_id`.') }),
  output: z.object({
    user_id: z.string(),
    format: z.literal(USER_FORMAT),
    exported_at: time.describe('Unix milliseconds.'),
    ...lists,
    ...described,
    emotional_memories: z.array(z.unknown()).describe('The same as `emotional`, under another name.'),
    counts: z.record(z.string(), whole).describe('How many records each list has.'),
  }),
  example: { id: 'ada' },
  async handler({ db, now }, { id }) {
    const head = { user_id: id, format: USER_FORMAT, exported_at: now };
    const all = [
      ...SECTION_NAMES.map((name) => ({ name, pages: pagesOf(db, id, name) })),
      { name: 'emotional_memories', pages: pagesOf(db, id, 'emotional') },
    ];
    return new StreamResponse(
      'application/json',
      jsonDocument(head, all, (counts) => ({ counts })),
    );
  },
});

async function* pagesOf(db: TenantDatabase, user: string, section: string): AsyncGenerator<string[]> {
  const size = new PageSize();
  let after: Place | null = null;
  do {
    const { entries, next }: { entries: string[]; next: Place | null } = await db.run(userPage, {
      userId: user,
      section,
      after,
      limit: size.limit,
    });
    if (entries.length > 0) yield entries;
    size.learn(entries);
    after = next;
  } while (after !== null);
}
