import * as z from 'zod';
import { invalidField, notFound } from '../../kernel/errors.js';
import { amount, memoryId, metadata } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { StatusResponse } from '../../kernel/operation.js';
import { defineOperation } from '../request.js';
import { linkRecord, RELATIONSHIPS } from './link-record.js';
import { linkMemories } from './sql/link.js';

const input = z.object({
  from: memoryId.optional().describe('Id of the memory that the link starts at. Required, here or as `memory_a`.'),
  to: memoryId.optional().describe('Id of the memory that it leads to. Required, here or as `memory_b`.'),
  memory_a: memoryId.optional().describe('Another name for `from`.'),
  memory_b: memoryId.optional().describe('Another name for `to`.'),
  relationship: z.enum(RELATIONSHIPS).describe('What `from` is to `to`: from *supersedes* to, from is *part_of* to.'),
  weight: amount(0, 1).optional().describe('How strong it is, 0–1. Default: 1.'),
  metadata: metadata.optional(),
});

/** An end of the link under either of its names. */
function endOf(given: z.output<typeof input>, name: 'from' | 'to', other: 'memory_a' | 'memory_b'): string {
  const end = given[name] ?? given[other];
  if (end === undefined) throw invalidField(name, `is required (or \`${other}\`)`);
  if (given[other] !== undefined && given[other] !== end)
    throw invalidField(other, `is another name for \`${name}\`: give one of them`);
  return end;
}

export const link = defineOperation({
  id: 'graph.link',
  method: 'POST',
  path: '/memory/graph/link',
  scope: 'write',
  bound: { records: { memory: ['from', 'to', 'memory_a', 'memory_b'] } },
  group: 'Graph',
  summary: 'Link two memories',
  description:
    'Both must exist (404) and be different (400); they may belong to different users and agents of the key. ' +
    'Storing the same link again does not create a second one: the response is 200, and a weight or metadata that ' +
    'you send replaces what it had. A link that the service maintains (`automatic`) is returned as it is. A link is ' +
    'deleted with either of its memories. `contradicts` between two memories of one user is also listed by `GET ' +
    '/memory/conflicts`.',
  input,
  output: linkRecord.extend({ status: z.enum(['linked', 'exists']) }),
  success: 201,
  otherSuccess: { status: 200, when: 'the link already existed' },
  tool: {
    name: 'link_memories',
    description:
      'Record how two stored memories relate, by their ids: one supports, causes, follows, contradicts, supersedes, is part_of or is related_to the other. ' +
      'Use it when you notice a connection that will matter later; linking twice is harmless.',
    fields: ['from', 'to', 'relationship', 'weight'],
    required: ['from', 'to'],
    idempotent: true,
  },
  example: {
    from: 'mem_01kf0z5w8qv7m3t9x2c4e6h8ja',
    to: 'mem_01kf0z5w8qv7m3t9x2c4e6h8jb',
    relationship: 'supports',
    weight: 0.8,
  },
  async handler(request, given) {
    const from = endOf(given, 'from', 'memory_a');
    const to = endOf(given, 'to', 'memory_b');
    if (from === to) throw invalidField('to', 'must be a different memory than `from`');
    const made = await request.db.run(linkMemories, {
      ...{ id: request.ids.next(ID_PREFIXES.link), from, to, relationship: given.relationship, now: request.now },
      ...(given.weight === undefined ? {} : { weight: given.weight }),
      ...(given.metadata === undefined ? {} : { metadata: given.metadata }),
    });
    if ('missing' in made) throw notFound(`No memory has the id that is given as \`${made.missing}\``);
    return new StatusResponse(made.status === 'linked' ? 201 : 200, { ...made.link, status: made.status });
  },
});
