import { addressOf } from '../../state/router.js';
import { boundUser } from '../../state/session.js';

export const PARTS = ['profile', 'timeline', 'episodes', 'feelings', 'usage', 'data'] as const;
export type UserPart = (typeof PARTS)[number];

/** In the query, not in the path: a name may be `..` or contain slashes. */
export function userAddress(user: string, part: UserPart = 'profile', more: Record<string, string> = {}): string {
  const query = new URLSearchParams(boundUser.value === null ? { user_id: user } : {});
  if (part !== 'profile') query.set('part', part);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return addressOf('users', query);
}

/** The URL of the list of this user's memories that match these filters. */
export const memoriesAddress = (user: string, filters: Record<string, string> = {}): string =>
  addressOf('memories', new URLSearchParams({ user_id: user, ...filters }));

export const memoryAddress = (id: string): string => addressOf(`memories/${encodeURIComponent(id)}`);
