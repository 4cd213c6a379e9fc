import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { memoryId, whole, wholeBetween } from '../../kernel/fields.js';
import { KINDS } from '../memories/record.js';
import { defineOperation } from '../request.js';
import { linkRecord, RELATIONSHIPS } from './link-record.js';
import { exploreGraph } from './sql/explore.js';

const MAX_NODES = 1_000;
/** Links per memory of `limit` in a response: densely linked memories must not produce a response with a million links. */
const EDGES_PER_NODE = 5;
/** Characters of a memory's content: a thousand of the longest would be 100 MB. */
const CHARACTERS = 2_000;

export const explore = defineOperation({
  id: 'graph.explore',
  method: 'GET',
  path: '/memory/graph/explore',
  scope: 'read',
  group: 'Graph',
  summary: 'Explore the memory graph',
  description:
    'Starts at a memory and follows its links breadth-first: first everything one link away, then two, up to ' +
    '`depth`. Returns the memories found and the links followed. It stops at `limit` memories or five times as many ' +
    'links and keeps the heaviest of the links it found; `truncated` is true exactly when something was left out. ' +
    'Superseded memories are part of the graph, expired ones are not. Content longer than 2,000 characters is cut ' +
    '(`content_cut`). 404 if there is no such memory.',
  input: z.object({
    id: memoryId.describe('Where to start.'),
    depth: wholeBetween(1, 4).default(2).describe('How many links away, 1–4.'),
    relationship: z.enum(RELATIONSHIPS).optional().describe('Follow only links of this kind.'),
    direction: z
      .enum(['out', 'in', 'both'])
      .default('both')
      .describe('Follow links from a memory (`out`), to it (`in`) or both.'),
    limit: wholeBetween(1, MAX_NODES)
      .default(200)
      .describe(`How many memories to return, the start included, 1–${MAX_NODES}.`),
  }),
  output: z.object({
    start: z.string(),
    depth: whole,
    truncated: z.boolean().describe('True if something was left out.'),
    nodes: z
      .array(
        z.object({
          id: z.string(),
          user_id: z.string(),
          agent_id: z.string(),
          content: z.string(),
          content_cut: z.boolean().describe('True if the content is longer; get the memory for all of it.'),
          kind: z.enum(KINDS),
          superseded_by: z.string().nullable().describe('The memory that superseded it.'),
          depth: whole.describe('How many links away from the start.'),
        }),
      )
      .describe('Nearest first.'),
    edges: z.array(
      linkRecord.pick({ id: true, from: true, to: true, relationship: true, weight: true, automatic: true }),
    ),
  }),
  example: { id: 'mem_01kf0z5w8qv7m3t9x2c4e6h8ja', depth: 2 },
  async handler(request, { id, depth, relationship, direction, limit }) {
    const found = await request.db.run(exploreGraph, {
      ...{ id, depth, direction, characters: CHARACTERS, now: request.now },
      relationships: relationship === undefined ? RELATIONSHIPS : [relationship],
      most: { nodes: limit, edges: limit * EDGES_PER_NODE },
    });
    if (!found) throw notFound('No memory has this id');
    return { start: id, depth, ...found };
  },
});
