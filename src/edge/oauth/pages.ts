import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, CallingKey } from '../../features/keys/caller.js';
import type { KeyRegistry } from '../../features/keys/registry.js';
import type { Sessions } from '../../features/keys/sessions.js';
import { RecollectError } from '../../kernel/errors.js';
import { countCharacters, LIMITS, textProblem } from '../../kernel/fields.js';
import { type CookieRules, credentialOf } from '../http/client/credential.js';
import type { Page, PageRequest, PageResponse } from '../http/page.js';
import type { PageAudit } from '../page-audit.js';
import { OAuthProblem } from './client.js';
import type { Clients } from './clients.js';
import { type ConsentRequest, consentPage, type Filled, problemPage } from './consent.js';
import { attemptOf, type Failures } from './failures.js';
import { authorizationServer, protectedResource, SCOPES } from './metadata.js';
import { isNamed, redirectProblem } from './redirect.js';
import { grantedScopes, type RecordAudit, resourceOf, type Tokens } from './tokens.js';

interface OAuthParts {
  clients: Clients;
  tokens: Tokens;
  failures: Failures;
  keys: KeyRegistry;
  audit: PageAudit;
  urlFor(headers: IncomingHttpHeaders): string;
  /** Sessions of browsers that are signed in to the console: they need not enter the key. */
  sessions?: Sessions;
  cookies?: CookieRules;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
/** Enough for a redirect URL, a state and a client id of the largest size. */
const BODY_LIMIT = 64 * 1024;
/** The parameters that the form on the consent page submits again. */
const SENT = 'client_id redirect_uri response_type code_challenge code_challenge_method state scope resource'.split(
  ' ',
);
const CHALLENGE = /^[\w-]{43}$/;

/** A small authorization server: metadata, registration, the consent page, tokens. */
export function oauthPages(parts: OAuthParts): Page[] {
  const document = (path: string, make: (baseUrl: string) => object): Page => ({
    ...{ method: 'GET', path, contentType: JSON_TYPE },
    handler: ({ headers }) => ({ body: JSON.stringify(make(parts.urlFor(headers))) }),
  });
  const post = (
    path: string,
    respond: (request: PageRequest) => Promise<{ status?: number; body: unknown }>,
  ): Page => ({
    ...{ method: 'POST', path, contentType: JSON_TYPE, bodyLimit: BODY_LIMIT },
    handler: (request) => inJson(respond(request)),
  });
  return [
    document('/.well-known/oauth-protected-resource', (url) => protectedResource(url, '')),
    document('/.well-known/oauth-protected-resource/mcp', (url) => protectedResource(url, '/mcp')),
    document('/.well-known/oauth-authorization-server', authorizationServer),
    post('/oauth/register', async (request) => ({ status: 201, body: register(parts.clients, request) })),
    post('/oauth/token', (request) =>
      parts.audit.attempt(request, 'oauth.token', async () => ({ body: await token(parts, request, formOf(request)) })),
    ),
    post('/oauth/revoke', (request) =>
      parts.audit.attempt(request, 'oauth.revoke', async () => {
        await revoke(parts, request, formOf(request));
        return { body: {} };
      }),
    ),
    {
      ...{ method: 'GET', path: '/oauth/authorize', contentType: HTML_TYPE },
      handler: (request) => inPage(() => ask(parts, request)),
    },
    {
      ...{ method: 'POST', path: '/oauth/authorize', contentType: HTML_TYPE, bodyLimit: BODY_LIMIT },
      handler: (request) => inPage(() => decide(parts, request)),
    },
  ];
}

async function inJson(work: Promise<{ status?: number; body: unknown }>): Promise<PageResponse> {
  try {
    const { status = 200, body } = await work;
    return { status, body: JSON.stringify(body), headers: { Pragma: 'no-cache' } };
  } catch (error) {
    const problem =
      error instanceof RecollectError && error.status < 500
        ? new OAuthProblem('invalid_request', error.message)
        : error;
    if (!(problem instanceof OAuthProblem)) throw error;
    const { status, code, message, retryAfter } = problem;
    const headers = retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } };
    return { status, body: JSON.stringify({ error: code, error_description: message }), ...headers };
  }
}

/** Errors that must not be sent to the client are shown to the person. */
async function inPage(work: () => Promise<PageResponse>): Promise<PageResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuthProblem)) throw error;
    return { status: error.status, ...problemPage(error.message) };
  }
}

function formOf({ body, headers }: PageRequest): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    throw new OAuthProblem('invalid_request', 'The body must have the type application/x-www-form-urlencoded.');
  return once(new URLSearchParams(body?.toString('utf8') ?? ''));
}

/** A repeated parameter is ambiguous. */
function once(given: URLSearchParams): URLSearchParams {
  const names = [...given.keys()];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new OAuthProblem('invalid_request', `\`${twice.slice(0, 50)}\` is given twice.`);
  return given;
}

function register(clients: Clients, { body, headers }: PageRequest): object {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new OAuthProblem('invalid_client_metadata', 'The body must have the type application/json.');
  let given: unknown;
  try {
    given = JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    throw new OAuthProblem('invalid_client_metadata', 'The body is not valid JSON.');
  }
  const { id, name, redirectUris } = clients.register(given);
  return {
    ...{ client_id: id, client_id_issued_at: Math.floor(Date.now() / 1_000), client_name: name },
    ...{ redirect_uris: redirectUris, token_endpoint_auth_method: 'none', scope: SCOPES.join(' ') },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  };
}

/** Records whom a token was issued to or revoked from. */
const auditFor =
  ({ audit }: OAuthParts, request: PageRequest): RecordAudit =>
  (action, caller) => {
    const { bound } = caller;
    const about = bound ? { subjects: [bound.keyId], userId: bound.userId } : {};
    return audit.note(request, action, { caller, status: action === 'oauth.reused' ? 400 : 200, ...about });
  };

async function token(parts: OAuthParts, request: PageRequest, form: URLSearchParams): Promise<object> {
  const { tokens, failures } = parts;
  const secret = form.get('code') ?? form.get('refresh_token') ?? '';
  const attempt = attemptOf(request.address, form.get('client_id') ?? '', secret);
  failures.check(attempt);
  try {
    return await granted(tokens, form, auditFor(parts, request));
  } catch (error) {
    if (error instanceof OAuthProblem) failures.count(attempt);
    throw error;
  }
}

function granted(tokens: Tokens, form: URLSearchParams, audit: RecordAudit): Promise<object> {
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return tokens.exchange(form, audit);
    case 'refresh_token':
      return tokens.refresh(form, audit);
    default:
      throw new OAuthProblem('unsupported_grant_type', '`grant_type` must be authorization_code or refresh_token.');
  }
}

async function revoke(parts: OAuthParts, request: PageRequest, form: URLSearchParams): Promise<void> {
  const { tokens, failures } = parts;
  const attempt = attemptOf(request.address, form.get('client_id') ?? '', form.get('token') ?? '');
  failures.check(attempt);
  if (!(await tokens.revoke(form, auditFor(parts, request)))) failures.count(attempt);
}

/** A request that may be shown to a person, with what it asks for; or where to redirect them with the error. */
async function authorizationRequestOf(
  parts: OAuthParts,
  request: PageRequest,
  given: URLSearchParams,
): Promise<ConsentRequest & Asked> {
  const baseUrl = parts.urlFor(request.headers);
  const client = await parts.clients.find(given.get('client_id'), request.address);
  const redirectUri =
    given.get('redirect_uri') ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  if (redirectUri === undefined) throw new OAuthProblem('invalid_request', '`redirect_uri` is missing.');
  const problem = redirectProblem(redirectUri);
  if (problem) throw new OAuthProblem('invalid_request', `\`redirect_uri\` ${problem}.`);
  if (!isNamed(redirectUri, client.redirectUris))
    throw new OAuthProblem('invalid_request', '`redirect_uri` is not registered for this client.');
  const resource = resourceOf(given) ?? `${baseUrl}/mcp`;
  const scopes = (given.get('scope') ?? '').split(' ').filter(Boolean);
  const sent = SENT.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const isReadOnly = scopes.includes('read') && !scopes.includes('write');
  const back = (response: Record<string, string>) => redirectBack(redirectUri, given.get('state'), baseUrl, response);
  const challenge = given.get('code_challenge') ?? '';
  const refusal = refusalOf(given, resource, scopes, baseUrl);
  return { client, sent, redirectUri, isReadOnly, resource, challenge, back, refusal };
}
interface Asked {
  resource: string;
  challenge: string;
  /** Redirects the person to the client with a response. */
  back(response: Record<string, string>): PageResponse;
  refusal: Record<string, string> | null;
}

function refusalOf(given: URLSearchParams, resource: string, scopes: readonly string[], baseUrl: string) {
  const refuse = (error: string, error_description: string) => ({ error, error_description });
  if (given.get('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code');
  if (given.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(given.get('code_challenge') ?? ''))
    return refuse('invalid_request', 'PKCE is required: code_challenge with the method S256');
  if (resource !== baseUrl && resource !== `${baseUrl}/mcp`)
    return refuse('invalid_target', `resource must be ${baseUrl}/mcp`);
  const unknown = scopes.find((scope) => scope !== 'read' && scope !== 'write');
  return unknown ? refuse('invalid_scope', 'scopes are read and write') : null;
}

function redirectBack(
  uri: string,
  state: string | null,
  baseUrl: string,
  response: Record<string, string>,
): PageResponse {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', baseUrl);
  return { status: 303, body: '', headers: { Location: url.href, 'Referrer-Policy': 'no-referrer' } };
}

async function ask(parts: OAuthParts, request: PageRequest): Promise<PageResponse> {
  const asked = await authorizationRequestOf(parts, request, once(request.query));
  if (asked.refusal) return asked.back(asked.refusal);
  return consentPage({ ...asked, ...(await signedInAs(parts, request)) });
}

/** What the page says about the session. A browser that another site sent here does not send its cookie until the form is submitted. */
async function signedInAs(
  parts: OAuthParts,
  request: PageRequest,
): Promise<Pick<ConsentRequest, 'signedInAs' | 'mayBeSignedIn'>> {
  const caller = await sessionOf(parts, request);
  return { mayBeSignedIn: parts.sessions !== undefined, ...(caller ? { signedInAs: caller.name } : {}) };
}

/** The key that the browser is signed in with, if that key may authorize applications. */
async function sessionOf({ sessions }: OAuthParts, { headers, address }: PageRequest): Promise<CallingKey | null> {
  const { session } = credentialOf({ cookie: headers.cookie });
  if (!sessions || session === undefined) return null;
  const caller = await sessions.authenticate(session, address).catch((error: unknown) => {
    if (error instanceof RecollectError && error.status < 500) return null;
    throw error;
  });
  return caller?.kind === 'key' && !caller.bound ? caller : null;
}

/** Who gives consent: the key in the form, else the session's. Null: there is neither. */
async function consentingCaller(
  parts: OAuthParts,
  request: PageRequest,
  form: URLSearchParams,
): Promise<Caller | null> {
  const key = form.get('key')?.trim();
  if (key) return parts.keys.authenticate(`Bearer ${key}`, request.address);
  return parts.cookies?.isOwnPage(request.headers) ? sessionOf(parts, request) : null;
}

async function decide(parts: OAuthParts, request: PageRequest): Promise<PageResponse> {
  const { headers } = request;
  const baseUrl = parts.urlFor(headers);
  // Another site's form could sign a person in to someone else's memories.
  if (headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin)
    throw new OAuthProblem('invalid_request', 'The form was sent by another site.', 403);
  const form = formOf(request);
  const asked = await authorizationRequestOf(parts, request, form);
  if (asked.refusal) return asked.back(asked.refusal);
  if (form.get('decision') !== 'allow') {
    const caller = await sessionOf(parts, request);
    if (caller) await parts.audit.note(request, 'oauth.deny', { caller, status: 303 });
    else parts.audit.sum(request, 'oauth.deny', 303);
    return asked.back({ error: 'access_denied', error_description: 'The user denied access' });
  }
  const filled: Filled = {
    userId: form.get('user_id')?.trim() ?? '',
    agentId: form.get('agent_id')?.trim() ?? '',
    isReadOnly: form.get('access') === 'read',
  };
  const shown = { ...asked, ...(await signedInAs(parts, request)) };
  const again = (problem: string): PageResponse => {
    parts.audit.sum(request, 'oauth.allow', 400);
    return { status: 400, ...consentPage(shown, filled, problem) };
  };
  for (const [what, value, least] of [
    ['The user', filled.userId, 1],
    ['The agent', filled.agentId, 0],
  ] as const) {
    const size = countCharacters(value);
    if (size < least || size > LIMITS.name || (value && textProblem(value)))
      return again(`${what} must have ${least || 'at most'}${least ? ' to' : ''} ${LIMITS.name} characters.`);
  }
  try {
    const caller = await consentingCaller(parts, request, form);
    if (!caller) return again('Enter your API key.');
    if (caller.kind !== 'key') return again('This is an operator credential: use an API key.');
    if (caller.bound) return again('This is a child key: use its parent key.');
    const scopes = grantedScopes(filled.isReadOnly, caller.scopes);
    if (scopes.length === 0) return again('This key lacks the scope read.');
    const bound = { userId: filled.userId, agentId: filled.agentId || null, namespace: null };
    const { client, redirectUri, challenge, resource } = asked;
    const code = await parts.tokens.code(caller, bound, {
      ...{ clientId: client.id, clientName: client.name, redirectUri, challenge, resource, scopes, namespace: null },
    });
    await parts.audit.note(request, 'oauth.allow', { caller, status: 303, userId: filled.userId });
    return asked.back({ code });
  } catch (error) {
    if (error instanceof RecollectError && error.status < 500) return again(error.message);
    throw error;
  }
}
