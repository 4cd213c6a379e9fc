import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { agentId, cursor, LIMITS, pageLimit, text, userId } from '../../kernel/fields.js';
import { embedQuery } from '../memories/reading/embed.js';
import { defineOperation, type Request } from '../request.js';
import { EPISODE_STATUSES, episodeEvent, episodeId, episodeRecord } from './record.js';
import { listEpisodes, replayEpisode } from './sql/list.js';
import { searchEpisodes } from './sql/search.js';

const input = z.object({
  id: episodeId.optional().describe('Replay this episode instead of listing.'),
  user_id: userId.optional().describe('Only this user. Default: all users, and episodes without one.'),
  agent_id: agentId.optional().describe('Only this agent.'),
  status: z.enum(EPISODE_STATUSES).optional(),
  q: text(1, LIMITS.content).optional().describe('Search titles and summaries by meaning and words.'),
  limit: pageLimit(100, 500),
  cursor: cursor.optional(),
});
type Asked = z.output<typeof input>;

const filterOf = ({ user_id, agent_id, status }: Asked) => ({ userId: user_id, agentId: agent_id, status });
const nameOf = (request: Request, { limit: _limit, cursor: _cursor, ...rest }: Asked) =>
  JSON.stringify(['episodes.list', request.db.keyId, rest]);

async function replay(request: Request, asked: Asked & { id: string }) {
  const name = nameOf(request, asked);
  const [after = 0] = request.cursors.read(name, asked.cursor);
  const page = { after: Number(after), limit: asked.limit + 1, now: request.now };
  const found = await request.db.run(replayEpisode, { id: asked.id, filter: filterOf(asked), ...page });
  if (!found) throw notFound('No episode has this id');
  const { page: events, next_cursor } = request.cursors.page(name, found.events, asked.limit, ['seq']);
  return { ...found.episode, count: events.length, events, next_cursor };
}

async function search(request: Request, asked: Asked & { q: string }) {
  const name = nameOf(request, asked);
  const [offset = 0] = request.cursors.read(name, asked.cursor);
  const vector = await embedQuery(request, asked.q);
  const place = { offset: Number(offset), limit: asked.limit + 1 };
  const question = { q: asked.q, vector, model: request.embedder.model.id };
  const found = await request.db.run(searchEpisodes, { ...question, filter: filterOf(asked), ...place });
  const episodes = found.slice(0, asked.limit);
  const next_cursor = found.length > asked.limit ? request.cursors.write(name, [Number(offset) + asked.limit]) : null;
  return { count: episodes.length, episodes, next_cursor };
}

async function listed(request: Request, asked: Asked) {
  const name = nameOf(request, asked);
  const [startedAt, id] = request.cursors.read(name, asked.cursor);
  const after = startedAt === undefined || id === undefined ? null : { startedAt: Number(startedAt), id: String(id) };
  const found = await request.db.run(listEpisodes, { filter: filterOf(asked), after, limit: asked.limit + 1 });
  const { page: episodes, next_cursor } = request.cursors.page(name, found, asked.limit, ['started_at', 'id']);
  return { count: episodes.length, episodes, next_cursor };
}

const next = z.string().nullable().describe('Send it as `cursor` to get the next page; null on the last page.');

export const list = defineOperation({
  id: 'episodes.list',
  method: 'GET',
  path: '/memory/episodes',
  scope: 'read',
  bound: { records: { episode: ['id'] } },
  group: 'Episodes',
  summary: 'List or replay episodes',
  description:
    'Without `id`, lists episodes newest first. With `q`, lists the best match first among the 5,000 newest that ' +
    'pass the other filters, each with a `score` between 0 and 1 that is comparable only within this response. With ' +
    '`id`, returns that episode and its events in order, `limit` at a time; `event_count` is the total. Events ' +
    'whose memory was forgotten are missing from the replay too.',
  input,
  output: z.union([
    z.object({
      count: z.number().int(),
      episodes: z.array(episodeRecord.extend({ score: z.number().optional().describe('With `q`: how well it fits.') })),
      next_cursor: next,
    }),
    episodeRecord.extend({
      count: z.number().int().describe('Events on this page.'),
      events: z.array(episodeEvent),
      next_cursor: next,
    }),
  ]),
  example: { user_id: 'ada', status: 'closed' },
  async handler(request, asked) {
    if (asked.id !== undefined) return replay(request, { ...asked, id: asked.id });
    return asked.q === undefined ? listed(request, asked) : search(request, { ...asked, q: asked.q });
  },
});
