import * as z from 'zod';
import { conflict, notFound } from '../../kernel/errors.js';
import { memoryId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { undoCompress } from './sql/undo.js';

export const undo = defineOperation({
  id: 'memory.compress.undo',
  method: 'POST',
  path: '/memory/compress/undo',
  scope: 'write',
  strict: true,
  bound: { records: { memory: ['compressed_memory_id'] } },
  whenFull: true,
  group: 'Memories',
  summary: 'Undo a compression',
  description:
    'Puts the originals back in force, exactly as they were. A summary is deleted. A memory that others were merged ' +
    'into gets its earlier content back, or keeps its fields if it was changed since. 409 if the memory has no ' +
    'originals: it is not the result of a compression, or they were deleted.',
  input: z.object({ compressed_memory_id: memoryId.describe('One of the `compressed_memory_ids`.') }),
  output: z.object({ restored: z.number().int(), memory_ids: z.array(z.string()) }),
  async handler(request, { compressed_memory_id: id }) {
    const restored = await request.db.run(undoCompress, { id, now: request.now });
    if (restored === null) throw notFound('No memory has this id');
    if (restored.length === 0) throw conflict('This memory has no originals to restore');
    return { restored: restored.length, memory_ids: restored };
  },
});
