import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../features/keys/caller.js';
import type { KeyRegistry } from '../../features/keys/registry.js';
import { idleEndOf, LIFE_MS, type Opened, type Sessions, type SignedIn } from '../../features/keys/sessions.js';
import type { Session } from '../../features/keys/sql/session.js';
import { SECOND } from '../../kernel/clock.js';
import { invalid, notFound, RecollectError } from '../../kernel/errors.js';
import { textProblem } from '../../kernel/fields.js';
import { type CookieRules, credentialOf, SESSION_COOKIE } from '../http/client/credential.js';
import type { Page, PageRequest, PageResponse } from '../http/page.js';
import { attemptOf, type Failures, tooManyFailed } from '../oauth/failures.js';
import type { PageAudit } from '../page-audit.js';

export interface SessionParts {
  sessions: Sessions;
  keys: KeyRegistry;
  cookies: CookieRules;
  failures: Failures;
  audit: PageAudit;
  /** The URL at which this client reaches the service. */
  urlFor(headers: IncomingHttpHeaders): string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const BODY_LIMIT = 4_096;
/** Attempts are counted under this name, like those of one application. */
const COUNTED_AS = 'console';

/** Signing in to the console with a key or a link, and listing and ending sessions. */
export function sessionPages(parts: SessionParts): Page[] {
  const page = (
    method: Page['method'],
    path: string,
    handler: (parts: SessionParts, request: PageRequest) => Promise<PageResponse>,
  ): Page => ({
    ...{ method, path, contentType: JSON_TYPE, handler: (request) => handler(parts, request) },
    ...(method === 'POST' ? { bodyLimit: BODY_LIMIT } : {}),
  });
  return [
    page('POST', '/console/session', signIn),
    page('GET', '/console/session', show),
    page('DELETE', '/console/session', signOut),
    page('GET', '/console/sessions', list),
    page('DELETE', '/console/sessions/{id}', end),
    page('POST', '/console/links', makeLink),
  ];
}

const json = (body: unknown, headers: Record<string, string> = {}): PageResponse => ({
  ...{ body: JSON.stringify(body), headers },
});
const nothing = (headers: Record<string, string> = {}): PageResponse => ({ status: 204, body: '', headers });

/** `Secure` if the browser uses https, which its origin shows. */
function cookieOf(value: string, seconds: number, { origin }: IncomingHttpHeaders): Record<string, string> {
  const secure = origin?.startsWith('https://') ? '; Secure' : '';
  return {
    'Set-Cookie': `${SESSION_COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}${secure}`,
  };
}

async function signIn(parts: SessionParts, request: PageRequest): Promise<PageResponse> {
  const { headers, address } = request;
  // Another site must not sign a person in to a key that it knows.
  parts.cookies.requireOwnPage(headers);
  const given = secretOf(request);
  const visitor = { address, userAgent: headers['user-agent'] ?? '' };
  const open = () =>
    'key' in given
      ? parts.sessions.open(`Bearer ${given.key}`, visitor)
      : parts.sessions.openByLink(given.link, visitor);
  const secret = 'key' in given ? given.key : given.link;
  const opened = await parts.audit.attempt(request, 'console.signIn', () =>
    counted(parts.failures, address, secret, open),
  );
  await signedOut(parts, request);
  await parts.audit.note(request, 'console.signIn', { caller: opened.caller, subjects: [opened.session.id] });
  return json({ session: sessionResponse(opened) }, cookieOf(opened.token, LIFE_MS / SECOND, headers));
}

/** Runs an attempt to authenticate. A failed one responds with 401 and counts against the address and the secret. */
async function counted<T>(failures: Failures, address: string, secret: string, work: () => Promise<T>): Promise<T> {
  const attempt = attemptOf(address, COUNTED_AS, secret);
  const retryAfter = failures.waitOf(attempt);
  if (retryAfter !== null) throw new RecollectError('rate_limited', tooManyFailed(retryAfter), { retryAfter });
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RecollectError) || error.status >= 500 || error.status === 429) throw error;
    failures.count(attempt);
    throw error.status === 401 ? error : new RecollectError('invalid_key', error.message);
  }
}

function secretOf({ body }: PageRequest): { key: string } | { link: string } {
  let given: unknown;
  try {
    given = JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    throw invalid('The body is not valid JSON.');
  }
  const { key, link } = ((typeof given === 'object' ? given : null) ?? {}) as { key?: unknown; link?: unknown };
  if (typeof key === 'string' && key.trim() && link === undefined) return { key: key.trim() };
  if (typeof link === 'string' && link && key === undefined) return { link };
  throw invalid('The body must be {"key": "…"} with an API key or the admin credential, or {"link": "…"}.');
}

/** With the cookie, or like any other call with a key. */
async function signedIn(
  { sessions, keys, cookies }: SessionParts,
  { headers, address }: PageRequest,
  method: 'GET' | 'DELETE',
): Promise<{ caller: Caller; session: Session | null }> {
  const { authorization, session } = credentialOf(headers);
  if (authorization === undefined && session !== undefined) cookies.check(method, headers);
  const signed =
    authorization === undefined
      ? await sessions.current(session, address)
      : { caller: await keys.authenticate(authorization, address), session: null };
  await sessions.spend(signed.caller);
  return signed;
}

async function show({ sessions, cookies }: SessionParts, { headers, address }: PageRequest): Promise<PageResponse> {
  const { session } = credentialOf({ cookie: headers.cookie });
  if (session !== undefined) cookies.check('GET', headers);
  const current = await sessions.current(session, address);
  await sessions.spend(current.caller);
  return json({ session: sessionResponse(current) });
}

async function signOut(parts: SessionParts, request: PageRequest): Promise<PageResponse> {
  parts.cookies.requireOwnPage(request.headers);
  await signedOut(parts, request);
  return nothing(cookieOf('', 0, request.headers));
}

/** Ends the session of the cookie, if there is one. */
async function signedOut({ sessions, audit }: SessionParts, request: PageRequest): Promise<void> {
  const { session: token } = credentialOf({ cookie: request.headers.cookie });
  const ended = token === undefined ? null : await sessions.drop(token);
  if (ended)
    await audit.note(request, 'console.signOut', { caller: ended.caller, status: 204, subjects: [ended.session.id] });
}

async function list(parts: SessionParts, request: PageRequest): Promise<PageResponse> {
  const { caller, session: current } = await signedIn(parts, request, 'GET');
  const sessions = await parts.sessions.list(caller);
  return json({
    sessions: sessions.map((session) => ({
      ...{ id: session.id, created_at: session.createdAt, last_used_at: session.lastUsedAt },
      ...{ expires_at: session.expiresAt, address: session.address, user_agent: session.userAgent },
      current: session.id === current?.id,
    })),
  });
}

async function end(parts: SessionParts, request: PageRequest): Promise<PageResponse> {
  const { caller, session: current } = await signedIn(parts, request, 'DELETE');
  const id = request.params.id ?? '';
  if (textProblem(id) || !(await parts.sessions.end(caller, id))) throw notFound('No session has this id.');
  await parts.audit.note(request, 'console.endSession', { caller, status: 204, subjects: [id] });
  return nothing(current?.id === id ? cookieOf('', 0, request.headers) : {});
}

/** Only with the credential itself: a session that could create links would never end. */
async function makeLink(parts: SessionParts, request: PageRequest): Promise<PageResponse> {
  const { headers, address } = request;
  const { authorization } = headers;
  const make = () => parts.sessions.link(authorization, address);
  const { token, expiresAt, caller } = await parts.audit.attempt(request, 'console.link', () =>
    counted(parts.failures, address, authorization ?? '', make),
  );
  await parts.audit.note(request, 'console.link', { caller, status: 201 });
  const url = `${parts.urlFor(headers)}/console#link=${token}`;
  return { ...json({ link: token, url, expires_at: expiresAt }), status: 201 };
}

function sessionResponse({ session, caller }: SignedIn | Opened) {
  const { id, createdAt: created_at, expiresAt: expires_at } = session;
  return {
    ...{ id, created_at, expires_at, idle_expires_at: idleEndOf(session) },
    operator: caller.kind === 'admin',
    key: caller.kind === 'key' ? keyResponse(caller) : null,
  };
}

const keyResponse = ({ keyId, name, scopes, bound }: Extract<Caller, { kind: 'key' }>) => ({
  ...{ id: bound?.keyId ?? keyId, name, scopes },
  ...{ user_id: bound?.userId ?? null, agent_id: bound?.agentId ?? null, namespace: bound?.namespace ?? null },
  read_only: !scopes.includes('write'),
});
