import { CALLED } from './calls.js';
import type { Line } from './line.js';
import type { Ground, Scope } from './scopes.js';

/** Names used in the observer's calls. */
const NAMED = {
  user_id: 'ann',
  agent_id: 'one',
  session_id: 'session ann one',
  q: 'the office opens',
  topic: 'the office',
};

/** Their responses change with the observer's own calls, or over time. */
const COUNTS_CALLS = /^(usage|analytics|memory\.export)/;

/**
 * The observer's responses for a key without any data, for every read that names no id: taken before anything is stored, and again while others
 * store. Numbers count; times (milliseconds) do not.
 */
export async function observe({ observer }: Ground, line: Line): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  for (const { id, method, path, input } of CALLED) {
    if (method !== 'GET' || path.includes('{') || COUNTS_CALLS.test(id)) continue;
    const fields = Object.keys(input.shape).filter((name) => name in NAMED);
    for (const names of [fields, fields.filter((name) => name !== 'user_id' && name !== 'agent_id')]) {
      const query = Object.fromEntries(names.map((name) => [name, NAMED[name as keyof typeof NAMED]]));
      if (id === 'memory.names') query.field = 'user_id';
      const reply = await line.ask({ method, path, secret: observer.secret, query });
      responses.set(`${id} ${names.join(',')}`, `${reply.status} ${withoutVariableParts(reply.text)}`);
    }
  }
  return responses;
}

const withoutVariableParts = (text: string) =>
  text
    .replace(/\b\d{13}\b/g, '«time»')
    .replace(/req_[0-9a-z]+/g, '«request»')
    .replace(/("refreshed_at":)[^,}]+/g, '$1«time»');

/** Differences between the count in `stats` and the memories of a scope in `list`. */
export async function miscounts(ground: Ground, line: Line, scope: Scope): Promise<string[]> {
  const secret = ground.tenants[scope.key]?.secret ?? '';
  const query = { user_id: scope.user, agent_id: scope.agent };
  let listed = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = { ...query, limit: 200, include_superseded: true, ...(cursor ? { cursor } : {}) };
    const page = await line.ask({ method: 'GET', path: '/memory', secret, query: asked });
    const body = page.body as { memories: { superseded_by: string | null }[]; next_cursor: string | null };
    listed += body.memories.filter((memory) => memory.superseded_by === null).length;
    cursor = body.next_cursor;
  }
  const stats = await line.ask({ method: 'GET', path: '/memory/stats', secret, query });
  const counted = (stats.body as { total_memories: number }).total_memories;
  return counted === listed ? [] : [`counts ${counted} memories where ${listed} are`];
}
