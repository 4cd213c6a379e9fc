import assert from 'node:assert/strict';
import { operations } from '../../src/catalog.js';
import { routeOf } from '../../src/kernel/operation.js';
import type { TestService } from './service.js';

/** What is planted for a user; ids of what the service cannot hold yet refer to nothing. */
export interface Planted {
  user: string;
  agent: string;
  /** Another agent of the same user. */
  agent2: string;
  session: string;
  memory: string;
  memory2: string;
  conflict: string;
  link: string;
  episode: string;
  event: string;
  procedure: string;
  emotional: string;
  agentRecord: string;
  subscription: string;
  receipt: string;
}

const routes = new Set(operations.map(routeOf));
export const isThere = (route: string) => routes.has(route);

/** Routes that `plant` calls. A test compares this list with the catalogue, so that nothing new is left out. */
export const PLANTS = new Set<string>();

interface Seed {
  key: string;
  user: string;
  agent: string;
  /** Part of every text, title, note, tag and metadata that is planted. */
  text: string;
}

/** Stores one of everything that the service holds about a user, through the operations in the catalogue. */
export async function plant(service: TestService, { key, user, agent, text }: Seed): Promise<Planted> {
  const scope = { user_id: user, agent_id: agent };
  let tokens = 0;
  const put = async (method: 'POST' | 'PATCH', route: string, body: object, path = route) => {
    PLANTS.add(`${method} ${route}`);
    if (!isThere(`${method} ${route}`)) return {};
    const headers = { 'idempotency-key': `${user} ${agent} ${tokens++}` };
    const response = await service.call(method, path, { key, body, ...(method === 'POST' ? { headers } : {}) });
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const metadata = { note: text };
  const rich = { ...scope, metadata, tags: [text.slice(0, 60)], namespace: text.slice(0, 60) };

  const memory = await put('POST', '/memory/store', { ...rich, content: `${text} lives in Berlin.` });
  await put('PATCH', '/memory/{id}', { content: `${text} lives in Hamburg.` }, `/memory/${memory.id}`);
  const shop = `The shop of ${text} on the corner is`;
  const memory2 = await put('POST', '/memory/store', { ...scope, content: `${shop} open on Sundays.` });
  const denied = { ...scope, content: `${shop} not open on Sundays.`, detect_conflicts: true };
  const { conflicts } = await put('POST', '/memory/store', denied);
  const conflict = conflicts[0]?.id;
  assert.ok(conflict, 'the two statements about the shop contradict each other');
  await put('POST', '/memory/conflicts/{id}/resolve', { keep: 'both' }, `/memory/conflicts/${conflict}/resolve`);
  await put('POST', '/memory/feedback', { memory_id: memory.id, outcome: 'success' });
  await put('POST', '/memory/verify/{id}', {}, `/memory/verify/${memory.id}`);
  const ends = ['saw 3 eagles', 'met Bob', 'lost the map', 'enjoyed the quiet'];
  const hikes = ends.map((end) => `On a long hike with friends in the Swiss Alps ${text} ${end}.`);
  const memories = hikes.map((content) => ({ ...scope, content, dedupe: false }));
  await put('POST', '/memory/batch', { memories });
  await put('POST', '/memory/import', { memories: [{ ...rich, content: `${text} was brought along` }] });
  const { compressed } = await put('POST', '/memory/compress', { ...scope, keep: 0 });
  assert.ok(compressed > 0, 'the hikes become a summary');

  const link = await put('POST', '/memory/graph/link', {
    ...{ from: memory.id, to: memory2.id, relationship: 'supports', metadata },
  });
  const episode = await put('POST', '/memory/episodes/start', { ...scope, title: text.slice(0, 200), metadata });
  const fields = { episode_id: episode.id, content: `${text} said hello`, type: 'message', metadata };
  const event = await put('POST', '/memory/episodes/event', fields);
  await put('POST', '/memory/episodes/end', { episode_id: episode.id, summary: `${text} came and went` });
  const said = { role: 'user', name: text.slice(0, 60), content: `${text} keeps bees. ${text} has a boat.` };
  await put('POST', '/memory/ingest', { ...rich, session_id: text.slice(0, 200), messages: [said] });
  const steps = [`Call ${text}`, 'Wait'];
  const how = { ...scope, name: `How to meet ${text}`.slice(0, 200), description: text, trigger: text };
  await put('POST', '/memory/procedures', { ...how, steps });
  const procedure = await put('POST', '/memory/procedures', { ...how, steps: [...steps, `Thank ${text}`] });
  const judged = `/memory/procedures/${procedure.id}/outcome`;
  await put('POST', '/memory/procedures/{id}/outcome', { outcome: 'success', note: text }, judged);
  const session = `session of ${user}`;
  await put('POST', '/memory/working', { ...scope, session_id: session, content: { thought: text } });
  const emotional = await put('POST', '/memory/emotional', { ...scope, text: `${text} is happy`, note: text });
  await put('POST', '/memory/transfer', { user_id: user, from_agent: agent, to_agent: `${agent}, too` });
  const agentRecord = await put('POST', '/agents/register', { name: agent });
  const subscription = await put('POST', '/memory/subscribe', {
    ...scope,
    events: ['*'],
    description: text.slice(0, 200),
  });

  await put('POST', '/keys/children', { ...scope, name: text.slice(0, 200) });

  // What was returned is recorded too.
  for (const path of ['/memory/retrieve', '/memory/context']) {
    await service.call('GET', path, { key, query: { ...scope, q: 'where is home?' } });
  }
  const { body } = await service.call('DELETE', `/users/${encodeURIComponent(`${user} before`)}/memories`, { key });
  const none = (what: string) => `${what}_none`;
  return {
    ...{ user, agent, agent2: `${agent}, too`, session, memory: memory.id, memory2: memory2.id, conflict },
    ...{ link: link.id ?? none('lnk'), episode: episode.id ?? none('ep'), event: event.id ?? none('evt') },
    ...{ procedure: procedure.id ?? none('proc'), emotional: emotional.id ?? none('emo') },
    ...{ agentRecord: agentRecord.id ?? none('agt'), subscription: subscription.id ?? none('sub') },
    receipt: body.receipt.id,
  };
}
