import * as z from 'zod';
import { pageLimit, userId, whole } from '../../kernel/fields.js';
import { StreamResponse } from '../../kernel/operation.js';
import { CATEGORIES } from '../../readers/category.js';
import { filterFields, filterOf } from '../memories/search/filter.js';
import { jsonDocument } from '../portability/json-document.js';
import { defineOperation, type Request } from '../request.js';
import { mapTask } from './map-task.js';
import { type Projection, projectionUnits } from './projection.js';
import { countMapped, type MappedMemory, type MapScope, readMapPage } from './sql/map.js';

const MAX_POINTS = 5_000;
/** Memories per read: on PostgreSQL vectors are text, and parsing more of it would hold up other calls. */
const PAGE = 50;
const CHARACTERS = 80;

const place = z.number().min(-1).max(1);

export const map = defineOperation({
  id: 'memory.map',
  method: 'GET',
  path: '/memory/map',
  scope: 'read',
  bound: 'fields',
  group: 'Graph',
  summary: "Get a map of a user's memories",
  description:
    'Memories with similar meanings are close together: their vectors are projected onto the two directions in which they differ most. ' +
    `Takes the filters of the list. Of more than \`limit\` memories (at most ${MAX_POINTS.toLocaleString('en')}), the newest are shown. Memories that wait to be embedded have no position yet ` +
    'and are counted in `without_vector`. The same memories give the same map; other memories change the directions, so positions cannot be compared between maps.',
  input: z.object({ user_id: userId, limit: pageLimit(MAX_POINTS, MAX_POINTS), ...filterFields }),
  output: z.object({
    user_id: z.string(),
    total: whole.describe('Memories that pass the filters.'),
    shown: whole.describe('How many of them have a position.'),
    without_vector: whole.describe('Those among the newest that wait to be embedded.'),
    explained: z.number().describe('0–1: the share of the differences between the vectors that the map shows.'),
    points: z
      .array(
        z.object({
          id: z.string(),
          x: place,
          y: place,
          category: z.enum(CATEGORIES),
          created_at: whole.describe('When it was stored. Unix milliseconds.'),
          risk: z.number().describe('0–1: how much the text looks like instructions aimed at the agent.'),
          text: z.string().describe(`The first ${CHARACTERS} characters of the content.`),
        }),
      )
      .describe('Newest first.'),
  }),
  example: { user_id: 'ada', limit: 500 },
  async handler(request, { user_id, limit, ...asked }) {
    const scope: MapScope = { userId: user_id, filter: filterOf(asked), now: request.now };
    const total = await request.db.run(countMapped, scope);
    const { memories, pages } = await read(request, scope, limit);
    const placed = memories.filter(({ hasVector }) => hasVector);
    const { places, explained } = await projected(request, placed.length, pages);
    const head = { user_id, total, shown: placed.length, without_vector: memories.length - placed.length };
    const points = { name: 'points', pages: pointsOf(placed, places) };
    const tail = () => ({ explained: rounded(explained) });
    return new StreamResponse('application/json', jsonDocument(head, [points], tail));
  },
});

async function read(request: Request, scope: MapScope, limit: number) {
  const memories: MappedMemory[] = [];
  const pages: Float32Array[] = [];
  const asked = { ...scope, model: request.embedder.model.id, characters: CHARACTERS };
  while (memories.length < limit) {
    request.signal?.throwIfAborted();
    const last = memories.at(-1);
    const size = Math.min(PAGE, limit - memories.length);
    const after = last ? { createdAt: last.created_at, id: last.id } : null;
    const page = await request.db.run(readMapPage, { ...asked, limit: size, after });
    memories.push(...page.memories);
    if (page.vectors.length > 0) pages.push(page.vectors);
    if (page.memories.length < size) break;
  }
  return { memories, pages };
}

async function projected(request: Request, count: number, pages: Float32Array[]): Promise<Projection> {
  if (count === 0) return { places: new Float32Array(0), explained: 0 };
  const dimensions = pages.reduce((sum, page) => sum + page.length, 0) / count;
  return request.compute.run(
    mapTask,
    { pages, dimensions },
    {
      ...{ flow: request.db.keyId, units: projectionUnits(count), signal: request.signal },
      transfer: pages.map(({ buffer }) => buffer as ArrayBuffer),
    },
  );
}

/** Finer than this is hardly visible on a screen. */
const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

/** Written while it is sent, one page at a time: nobody waits for thousands of points at once. */
async function* pointsOf(memories: readonly MappedMemory[], places: Float32Array): AsyncGenerator<string[]> {
  for (let start = 0; start < memories.length; start += PAGE) {
    yield memories.slice(start, start + PAGE).map(({ hasVector: _, ...memory }, i) => {
      const at = (start + i) * 2;
      return JSON.stringify({ ...memory, x: rounded(places[at] as number), y: rounded(places[at + 1] as number) });
    });
  }
}
