import type { z } from 'zod';
import type { AnyOperation } from '../../src/features/request.js';
import { ID_PREFIXES } from '../../src/kernel/ids.js';
import type { Planted } from './plant.js';

/** What a caller can name: what is planted, plus the key and a cursor. */
export interface Known extends Planted {
  keyId: string;
  cursor: string;
}

/** The same names, but none of them exists. */
export function unknownOf(known: Known): Known {
  const ids = Object.entries(known).map(([name, id]) => [name, id.replace(/.{6}$/, 'zzzzzz')]);
  return {
    ...(Object.fromEntries(ids) as unknown as Known),
    cursor: Buffer.from(`nobody's cursor ${'x'.repeat(20)}`).toString('base64url'),
    user: 'nobody at all',
    agent: 'no agent at all',
    agent2: 'nor another one',
    session: 'no session at all',
  };
}

/** Which id an operation means by `id`, by the prefix of its path. */
const IDS: [path: string, name: keyof Known][] = [
  ['/auth/keys', 'keyId'],
  ['/users', 'user'],
  ['/erasures', 'receipt'],
  ['/agents', 'agentRecord'],
  ['/memory/conflicts', 'conflict'],
  ['/memory/episodes', 'episode'],
  ['/memory/procedures', 'procedure'],
  ['/memory/emotional', 'emotional'],
  ['/memory/graph/link', 'link'],
  ['/memory/subscriptions', 'subscription'],
  ['/', 'memory'],
];
const FIELDS: Record<string, keyof Known> = {
  memory_id: 'memory',
  from: 'memory',
  to: 'memory2',
  cursor: 'cursor',
  user_id: 'user',
  agent_id: 'agent',
  from_agent: 'agent',
  to_agent: 'agent2',
  session_id: 'session',
  episode_id: 'episode',
  procedure_id: 'procedure',
  subscription_id: 'subscription',
};

/** An input for any operation that names as much of another's data as its fields allow. */
export function inputNaming(operation: AnyOperation, known: Known, question: string): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const example = (operation.example ?? {}) as Record<string, unknown>;
  const shape = (operation.input as z.ZodObject).shape;
  const field = (name: string) => {
    const named = name === 'id' ? IDS.find(([path]) => operation.path.startsWith(path))?.[1] : FIELDS[name];
    // A time range has fields with these names too.
    return (name === 'from' || name === 'to') && !('relationship' in shape) ? undefined : named;
  };
  for (const name of Object.keys(shape)) {
    if (name === 'url' || name === 'webhook_url') continue; // nothing is called from here
    const named = field(name);
    if (named) input[name] = known[named];
    else if (name === 'q') input[name] = question;
    else if (name === 'content') input[name] = 'Something else entirely';
    else if (example[name] !== undefined) input[name] = example[name];
  }
  if (operation.id === 'memory.batch') input.memories = [{ user_id: known.user, content: 'Something else entirely' }];
  return input;
}

/** The path and the rest of the input. */
export function fillPath(operation: AnyOperation, input: Record<string, unknown>) {
  const rest = { ...input };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  return { path, rest };
}

/** A stream that ends only when the client disconnects. */
export const isEventStream = ({ streams }: AnyOperation) => streams?.includes('text/event-stream') ?? false;

/** Event ids are derived from the key as well: the same position has a different id under another key. */
export const ANY_ID = new RegExp(`\\b((${Object.values(ID_PREFIXES).join('|')})[0-9a-z]{6,}|msg_[\\w-]{22})`, 'g');
