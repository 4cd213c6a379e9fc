import * as z from 'zod';
import { conflict, notFound } from '../../kernel/errors.js';
import { text } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { unlinkMemories } from './sql/link.js';

export const unlink = defineOperation({
  id: 'graph.unlink',
  method: 'DELETE',
  path: '/memory/graph/link/{id}',
  scope: 'write',
  bound: { records: { link: ['id'] } },
  whenFull: true,
  group: 'Graph',
  summary: 'Remove a link',
  description:
    'The memories stay. A link that the service maintains (`automatic`) reflects a conflict, a supersession, a ' +
    'compression or the order of an episode and cannot be removed on its own (409).',
  input: z.object({ id: text(1, 256).describe("The link's id.") }),
  output: z.object({ deleted: z.literal(true), id: z.string() }),
  example: { id: 'lnk_01kf0z5w8qv7m3t9x2c4e6h8ja' },
  async handler(request, { id }) {
    const outcome = await request.db.run(unlinkMemories, { id });
    if (outcome === null) throw notFound('No link has this id');
    if (outcome === 'kept') {
      throw conflict(
        'The service maintains this link. To remove it, resolve the conflict, undo the compression or forget a memory.',
      );
    }
    return { deleted: true as const, id };
  },
});
