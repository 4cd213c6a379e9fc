import { computed, signal } from '@preact/signals';
import { readResponse } from '../../client/transport.js';

interface SessionKey {
  id: string;
  name: string;
  scopes: readonly string[];
  user_id: string | null;
  agent_id: string | null;
  namespace: string | null;
  read_only: boolean;
}
interface Session {
  id: string;
  created_at: number;
  expires_at: number;
  idle_expires_at: number;
  operator: boolean;
  key: SessionKey | null;
}
export interface ListedSession {
  id: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  address: string | null;
  user_agent: string | null;
  current: boolean;
}

/** Undefined until the service has responded; null: nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);
/** Why the page asks to sign in again. */
export const endedBecause = signal('');

export const isOperator = computed(() => session.value?.operator === true);
/** The only user that the key can see, if it is bound to one. */
export const boundUser = computed(() => session.value?.key?.user_id ?? null);
export const mayWrite = computed(() => {
  const key = session.value?.key;
  return !!key && !key.read_only && key.scopes.includes('write');
});

/** The session endpoints are not operations of the catalogue: they are authenticated by the browser's cookie alone. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return readResponse(response);
}

export async function readSession(): Promise<void> {
  try {
    session.value = ((await ask('GET', '/console/session')) as { session: Session }).session;
  } catch {
    session.value = null;
  }
}

export async function signIn(by: { key: string } | { link: string }): Promise<void> {
  const response = (await ask('POST', '/console/session', by)) as { session: Session };
  endedBecause.value = '';
  session.value = response.session;
}

export async function signOut(): Promise<void> {
  await ask('DELETE', '/console/session').catch(() => {});
  endedBecause.value = '';
  session.value = null;
}

export function sessionEnded(): void {
  if (!session.value) return;
  endedBecause.value = 'Your session has ended. Sign in again to continue.';
  session.value = null;
}

export const listSessions = async (): Promise<ListedSession[]> =>
  ((await ask('GET', '/console/sessions')) as { sessions: ListedSession[] }).sessions;

export const endSession = (id: string): Promise<unknown> =>
  ask('DELETE', `/console/sessions/${encodeURIComponent(id)}`);

/** The token of a one-time link; it is removed from the address bar and the history at once. */
export function takeLink(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('link');
  if (token === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
