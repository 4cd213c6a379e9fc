import type { Knowledge } from './knowledge.js';
import type { Asked, Line, Reply } from './line.js';
import type { Ground, Scope } from './scopes.js';

/** The same in every scope, so that code that mixes up scopes finds a match in another one. */
export const SHARED_TEXT = 'The office opens at nine and the garden gate sticks in the rain.';

/** Receives each response while a scope is filled. */
type Check = (scope: Scope, asked: Asked, reply: Reply) => void;

/** Fills a scope with something of every kind, with its canary in each text, tag, title, note and metadata. */
export async function furnish(ground: Ground, line: Line, known: Knowledge, scope: Scope, check: Check): Promise<void> {
  const { user, agent, canary, key } = scope;
  const secret = ground.tenants[key]?.secret ?? '';
  const owner = { user_id: user, agent_id: agent };
  const post = async (path: string, body: Record<string, unknown>) => {
    const asked = { method: 'POST', path, secret, body };
    const reply = await line.ask(asked);
    check(scope, asked, reply);
    known.learn(key, reply.body, user);
    return reply.body as { id: string };
  };
  const marked = { tags: ['shared', canary], metadata: { word: canary } };
  const first = await post('/memory/store', { ...owner, content: SHARED_TEXT, ...marked });
  const second = await post('/memory/store', {
    ...owner,
    content: `The vault opens with the word ${canary}.`,
    ...marked,
  });
  await post('/memory/store', {
    ...owner,
    content: `My sister lives in ${canary} Street.`,
    namespace: canary,
    detect_conflicts: true,
  });
  await post('/memory/store', {
    ...owner,
    content: `My sister lives in Rome, no longer in ${canary} Street.`,
    detect_conflicts: true,
  });
  await post('/memory/graph/link', {
    from: first.id,
    to: second.id,
    relationship: 'supports',
    metadata: { why: canary },
  });
  const episode = await post('/memory/episodes/start', { ...owner, title: `About ${canary}` });
  await post('/memory/episodes/event', { episode_id: episode.id, content: `Somebody said ${canary} aloud.` });
  await post('/memory/episodes/end', { episode_id: episode.id });
  const open = await post('/memory/episodes/start', { ...owner, title: `Still about ${canary}` });
  await post('/memory/episodes/event', { episode_id: open.id, content: `And ${canary} again.` });
  await post('/memory/procedures', {
    ...owner,
    name: 'Open the gate',
    steps: ['Lift it', `Say ${canary}`],
    tags: [canary],
  });
  await post('/memory/working', { ...owner, session_id: `session ${user} ${agent}`, content: { note: canary } });
  await post('/memory/emotional', { ...owner, sentiment: 'positive', note: `Glad about ${canary}` });
}

/** What belongs to a whole key: its agents. The canary is that of the scope of each agent's first user. */
export async function furnishKey(ground: Ground, line: Line, known: Knowledge, key: number): Promise<void> {
  const seen = new Set<string>();
  for (const scope of ground.scopes.filter((one) => one.key === key)) {
    if (seen.has(scope.agent)) continue;
    seen.add(scope.agent);
    const body = { name: scope.agent, description: `Knows key ${key}`, metadata: { of: `key ${key}` } };
    const secret = ground.tenants[key]?.secret ?? '';
    const reply = await line.ask({ method: 'POST', path: '/agents/register', secret, body });
    known.learn(key, reply.body);
  }
}
