import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Described } from '../../src/edge/reference/openapi/described.js';
import { STATUS_OF } from '../../src/kernel/errors.js';
import { withoutNulls } from '../../src/kernel/schema.js';
import type { Plan } from './plans.js';
import { strays, type Wire, type WireResponse } from './wire.js';

const errorCode = z.enum(Object.keys(STATUS_OF) as [string, ...string[]]);
const errorShape = z.strictObject({
  code: errorCode,
  error: z.strictObject({
    status: z.number().int(),
    message: z.string().min(1).max(4_000),
    code: errorCode,
    request_id: z.string().min(1),
    details: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  }),
});

const EVERYWHERE = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;
const RATES = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
/** What an error must never reveal. */
const INSIDES =
  /node_modules|dist\/src|\bat \w+ \(|SQLITE_|syntax error at or near|relation ".*" does not|violates .* constraint/;

interface Checked {
  problems: string[];
  /** The parsed body of a JSON response. */
  body: unknown;
}

/** Checks a response against what its operation declares. */
export function checkResponse(plan: Plan, wire: Wire, response: WireResponse): Checked {
  const problems: string[] = [];
  const { status, headers, text } = response;
  const { operation } = plan.described;
  if (status >= 500) problems.push(`returned ${status}`);
  if (!headers['x-request-id']) problems.push('has no X-Request-Id');
  for (const [name, value] of Object.entries(EVERYWHERE)) {
    if (headers[name] !== value) problems.push(`has ${name}: ${headers[name]}`);
  }
  const isKeys = ['read', 'write', 'key'].includes(operation.scope);
  const isRefusedByLength = status === 431;
  // A page from a foreign origin is refused before the credentials are checked.
  const isForeignPage = plan.headers?.origin !== undefined && status === 403;
  if (plan.headers?.origin && status < 400 && wire.method !== 'OPTIONS')
    problems.push('takes a call of a foreign page');
  const isStray = strays(plan, wire) || isRefusedByLength || isForeignPage;
  if (isKeys && plan.credential === 'own' && !isStray && RATES.some((name) => !headers[name]))
    problems.push('lacks rate-limit headers');
  if (plan.method && (wire.method === 'HEAD' || wire.method === 'OPTIONS')) return { problems, body: undefined };

  const body = parsed(response);
  if (body instanceof Error) problems.push(`is not the JSON it says it is: ${body.message}`);
  else if (status >= 400) problems.push(...errorProblems(response, body));
  else if (isStray) return { problems, body };
  else if (operation.id === 'mcp') problems.push(...mcpProblems(body, text));
  else if (body !== undefined) problems.push(...offSchema(operation.output, body));
  problems.push(...statusProblems(plan, wire, status));
  return { problems, body };
}

function parsed({ headers, text }: WireResponse): unknown {
  const type = headers['content-type'] ?? '';
  try {
    if (/ndjson/.test(type)) {
      for (const line of text.split('\n')) if (line) JSON.parse(line);
      return undefined;
    }
    // zod drops the key `__proto__` when parsing; nothing else is wrong with it.
    return /json/.test(type) && text ? (JSON.parse(text.replaceAll('"__proto__"', '"proto"')) as unknown) : undefined;
  } catch (error) {
    return error;
  }
}

function errorProblems({ status, headers, text }: WireResponse, body: unknown): string[] {
  const found = errorShape.safeParse(body);
  // MCP returns errors in its own format.
  const isRpc = typeof body === 'object' && body !== null && 'jsonrpc' in body;
  if (!found.success)
    return isRpc ? [] : [`is no error as declared: ${found.error.issues[0]?.message} in ${text.slice(0, 200)}`];
  const { error } = found.data;
  const problems: string[] = [];
  if (error.status !== status) problems.push(`says status ${error.status}, is ${status}`);
  if (error.request_id !== headers['x-request-id'])
    problems.push('has another request id in the body than in the header');
  if (INSIDES.test(error.message)) problems.push(`reveals internals: ${error.message.slice(0, 200)}`);
  if (status === 405 && !headers.allow) problems.push('has no Allow');
  return problems;
}

function mcpProblems(body: unknown, text: string): string[] {
  if (body === undefined) return text === '' ? [] : [`is neither JSON nor nothing: ${text.slice(0, 100)}`];
  const { result, error } = body as {
    result?: { isError?: boolean; content?: { text?: string }[] };
    error?: { code: number };
  };
  if (error?.code === -32603) return ['is an internal error of the protocol'];
  if (result?.isError && /wrong in the service/.test(result.content?.[0]?.text ?? ''))
    return ['is a tool that failed by our fault'];
  return result || error ? [] : [`is neither a result nor an error: ${text.slice(0, 100)}`];
}

/** Strict: an undeclared field is as wrong as a missing one. */
function offSchema(output: z.ZodType, body: unknown): string[] {
  const found = output.safeParse(body);
  if (!found.success) {
    const [issue] = found.error.issues;
    return [`is off its schema at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`];
  }
  return isDeepStrictEqual(found.data, body)
    ? []
    : [`has what its schema does not know: ${difference(found.data, body)}`];
}

function difference(known: unknown, sent: unknown, path = ''): string {
  if (typeof known !== 'object' || typeof sent !== 'object' || known === null || sent === null)
    return path || 'the whole';
  for (const key of new Set([...Object.keys(sent), ...Object.keys(known)])) {
    const [a, b] = [(known as Record<string, unknown>)[key], (sent as Record<string, unknown>)[key]];
    if (!isDeepStrictEqual(a, b)) return difference(a, b, `${path}.${key}`);
  }
  return path;
}

function statusProblems(plan: Plan, wire: Wire, status: number): string[] {
  if (status >= 500 || status === 431 || strays(plan, wire)) return [];
  if (plan.headers?.origin && status === 403) return [];
  const { operation } = plan.described;
  const allowed = new Set(allowedStatuses(plan.described));
  if (plan.credential !== 'own' && operation.scope !== 'none') {
    if (
      status !== 401 &&
      status !== 403 &&
      !(plan.credential === 'read-only' && ['read', 'key', 'admin_or_key'].includes(operation.scope))
    )
      return [`lets in who must not: ${status}`];
  } else if (status === 401 || status === 403) return operation.id === 'mcp' ? [] : [`refuses who may: ${status}`];
  if (operation.id === 'mcp') return [];
  const declared = allowed.has(status) ? [] : [`returns a status that is not declared: ${status}`];
  return [...declared, ...wronglyAccepted(plan, wire, status)];
}

const allowedStatuses = ({ operation, errors }: Described): number[] => [
  operation.success ?? 200,
  ...(operation.otherSuccess ? [operation.otherSuccess.status] : []),
  ...errors,
];

/** The service must refuse a body that the schema refuses. */
function wronglyAccepted(
  { described, body: raw, credential, headers }: Plan,
  { path, body }: Wire,
  status: number,
): string[] {
  const { operation } = described;
  if (raw !== undefined || typeof body !== 'string' || credential !== 'own' || status === 400 || headers) return [];
  const input = JSON.parse(body) as Record<string, unknown>;
  const id = /\{id\}/.test(operation.path)
    ? { id: decodeURIComponent(path.split('/')[operation.path.split('/').indexOf('{id}')] ?? '') }
    : {};
  const given = withoutNulls(operation.input, { ...input, ...id });
  return operation.input.safeParse(given).success ? [] : [`takes what its schema refuses: ${status}`];
}
