import type { z } from 'zod';
import type { AnyOperation } from '../../features/request.js';
import { invalid, invalidField, RecollectError } from '../../kernel/errors.js';
import { LIMITS } from '../../kernel/fields.js';
import { isStrict, routeOf, StreamResponse } from '../../kernel/operation.js';
import { definition, isOptional, limits, unwrap } from '../../kernel/schema.js';
import type { Pipeline } from '../pipeline.js';
import { admit, open, type Route } from './admit.js';
import { DEFAULT_BODY_LIMIT } from './body/body.js';
import { isLines } from './body/lines.js';
import type { Edge, Exchange } from './exchange.js';
import type { Page } from './page.js';
import { queryReader } from './query.js';

type Params = Record<string, string>;

/** Everything that can be known about an operation in advance is computed here, once. */
export function operationRoute(edge: Edge, pipeline: Pipeline, operation: AnyOperation): Route {
  const readInput = inputReader(operation);
  const route = routeOf(operation);
  const admission = edge.admissions.of(operation);
  const { lines } = operation;
  return (arrival) =>
    admit(edge, arrival, route, admission, async (visit) => {
      const { exchange, place } = visit;
      const admitted = await visit.admit(pipeline, operation);
      const reading = readInput(exchange, arrival.url, arrival.params).catch((error: unknown) => {
        pipeline.abandon(operation, admitted, error);
        throw error;
      });
      const input = await visit.read(reading);
      if (lines && isLines(exchange.headers['content-type'])) place.leave(); // from here on, the client sets the pace
      const idempotencyKey = exchange.headers['idempotency-key'] as string | undefined;
      const { status, body, headers, ended } = await pipeline.perform(operation, admitted, input, {
        idempotencyKey,
        bodyHash: exchange.bodyHash,
      });
      if (body instanceof StreamResponse) {
        place.leave(); // here too
        await streamed(exchange.stream(status, body, headers), ended);
      } else await exchange.json(status, body, headers, place);
    });
}

/** Counts a streamed response when it is over, however it ended. */
async function streamed(sending: Promise<unknown>, ended: ((error?: unknown) => void) | undefined): Promise<void> {
  try {
    ended?.(await sending);
  } catch (error) {
    ended?.(error);
    throw error;
  }
}

/** Whether it is the same body is only known after all of it was read and processed. */
const NOT_WITH_LINES = 'cannot be used with a body of JSON lines: send the body again without it';

/** The query of an operation that reads its fields from the body, or a body of one that reads the query, could hold a filter that would be ignored. */
const FIELDS_IN_QUERY = 'The body must be empty: the fields belong in the query.';
const FIELDS_IN_BODY = 'The query must be empty: the fields belong in the JSON body.';
/** `{}`, as some clients send. */
const EMPTY_BODY = 2;

/** Path parameters win over a query or body field of the same name. */
function inputReader(operation: AnyOperation) {
  const { method, path, input, bodyLimit = DEFAULT_BODY_LIMIT, envelopeDepth = 0, lines, headers = {} } = operation;
  const strict = isStrict(operation);
  if (method === 'GET' || method === 'DELETE') {
    const readQuery = queryReader(input, strict);
    const named = Object.entries(headers);
    return async (exchange: Exchange, url: string, params: Params) => {
      if (strict && hasBody(exchange.headers)) throw invalid(FIELDS_IN_QUERY);
      const found: Record<string, unknown> = {};
      for (const [header, field] of named) if (exchange.headers[header]) found[field] = exchange.headers[header];
      readQuery(url, found);
      return Object.assign(found, params);
    };
  }
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  const optional = Object.entries(input.shape).every(([name, field]) => inPath.has(name) || isOptional(field));
  const emptyAs = optional ? () => ({}) : null;
  const readQuery = lines && queryReader(input);
  const depth = LIMITS.depth + envelopeDepth;
  const rules = { limit: bodyLimit, maxItems: maxItemsOf(input), depth };
  return async (exchange: Exchange, url: string, params: Params) => {
    if (strict && /\?./.test(url)) throw invalid(FIELDS_IN_BODY);
    if (!lines || !readQuery || !isLines(exchange.headers['content-type'])) {
      return Object.assign(await exchange.body(rules, emptyAs), params);
    }
    if (exchange.headers['idempotency-key'] !== undefined) throw invalidField('Idempotency-Key', NOT_WITH_LINES);
    const found: Record<string, unknown> = {};
    readQuery(url, found);
    return Object.assign(found, params, { [lines.field]: exchange.lines(lines.limit, depth) });
  };
}

const hasBody = (headers: Exchange['headers']) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > EMPTY_BODY;

/** The limits of the input's arrays, so that they can be checked before any element is built. */
function maxItemsOf(input: AnyOperation['input']): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, field] of Object.entries(input.shape)) {
    const inner = unwrap(field as z.ZodType);
    const { maximum } = limits(inner);
    if (definition(inner).type === 'array' && maximum !== undefined) found[name] = maximum;
  }
  return found;
}

export function pageRoute(edge: Edge, page: Page): Route {
  const { bodyLimit, contentType } = page;
  return (arrival) =>
    admit(edge, arrival, `${page.method} ${page.path}`, edge.admissions.pages, async (visit) => {
      const { exchange } = visit;
      const { url, params, address } = arrival;
      const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
      const request = { requestId: exchange.requestId, address, headers: exchange.headers, query, params };
      const body = bodyLimit === undefined ? undefined : await visit.read(exchange.bytes(bodyLimit));
      const response = await page.handler(body ? { ...request, body } : request);
      exchange.send(response.status ?? 200, response.body, response.contentType ?? contentType, response.headers);
    });
}

export function preflightRoute(edge: Edge, path: string, methods: string): Route {
  return (arrival) => open(edge, arrival, `OPTIONS ${path}`).send(204, '', '', edge.common.preflight(methods));
}

export function wrongMethodRoute(edge: Edge, path: string, methods: string): Route {
  const message = `This path accepts ${methods}.`;
  return (arrival) =>
    open(edge, arrival, `${arrival.request.method} ${path}`).fail(
      new RecollectError('method_not_allowed', message, { headers: { Allow: methods } }),
    );
}

/** For requests that have no route. */
export const failWith =
  (edge: Edge, error: unknown): Route =>
  (arrival) =>
    open(edge, arrival, '(none)').fail(error);
