import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { text } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { conflictRecord, KEEPS } from './record.js';
import { resolveConflict } from './sql/statements.js';

export const resolve = defineOperation({
  id: 'conflicts.resolve',
  method: 'POST',
  path: '/memory/conflicts/{id}/resolve',
  scope: 'write',
  bound: { records: { conflict: ['id'] } },
  group: 'Conflicts',
  summary: 'Resolve a contradiction',
  description:
    'Keeps the older memory (`a`), the newer one (`b`) or both. The other one is marked as superseded, not deleted: ' +
    'search leaves it out unless asked for it, and `as_of` still finds it for the time when it held. Resolving a ' +
    'conflict again changes the decision.',
  input: z.object({ id: text(1, 256).describe("The conflict's id."), keep: z.enum(KEEPS) }),
  output: conflictRecord,
  tool: {
    name: 'resolve_conflict',
    description: 'Resolve a contradiction: keep the older memory (a), the newer one (b) or both.',
    idempotent: true,
  },
  async handler(request, { id, keep }) {
    const resolved = await request.db.run(resolveConflict, { id, keep, now: request.now });
    if (!resolved) throw notFound('No conflict has this id');
    return resolved;
  },
});
