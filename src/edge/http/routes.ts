import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyOperation } from '../../features/request.js';
import { invalidField, RecollectError } from '../../kernel/errors.js';
import { LIMITS } from '../../kernel/fields.js';
import { routeOf, StreamAnswer } from '../../kernel/operation.js';
import { definition, isOptional, limits, unwrap } from '../../kernel/schema.js';
import type { Admitted, Pipeline } from '../pipeline.js';
import type { Place } from './admission.js';
import { DEFAULT_BODY_LIMIT } from './body.js';
import { type Edge, Exchange } from './exchange.js';
import { isLines } from './lines.js';
import type { Page } from './page.js';
import { queryReader } from './query.js';

/** Answers a request of one route, all of it: it runs before fastify would look at the body. */
export type Route = (request: FastifyRequest, reply: FastifyReply) => void;
type Params = Record<string, string>;

/** Everything that can be known of an operation beforehand is worked out here, once. */
export function operationRoute(edge: Edge, pipeline: Pipeline, operation: AnyOperation): Route {
  const readInput = inputReader(operation);
  const route = routeOf(operation);
  const admission = edge.admissions.of(operation);
  const { lines } = operation;
  return (request, reply) => {
    const exchange = open(edge, request, reply, route);
    if (admission.isFull(exchange.flow)) return exchange.fail(admission.refusal());
    exchange.run(async () => {
      let admitted: Admitted | undefined;
      let place: Place | undefined;
      try {
        place = await admission.enter(() => exchange.isGone, exchange.flow);
        const { authorization } = exchange.headers;
        admitted = await pipeline.admit(operation, {
          authorization,
          address: addressOf(request),
          requestId: exchange.requestId,
          signal: exchange.signal,
        });
        exchange.admitted(admitted.caller);
        const reading = readInput(exchange, request.raw.url ?? '', request.params as Params).catch((error: unknown) => {
          pipeline.abandon(operation, admitted as Admitted, error);
          throw error;
        });
        const input = await (exchange.isWhole ? reading : place.aside(reading));
        if (lines && isLines(exchange.headers['content-type'])) place.leave(); // it goes at the client's pace
        const idempotencyKey = exchange.headers['idempotency-key'] as string | undefined;
        const { status, body, headers, ended } = await pipeline.perform(operation, admitted, input, {
          idempotencyKey,
          bodyHash: exchange.bodyHash,
        });
        if (body instanceof StreamAnswer) {
          place.leave(); // so does this
          await streamed(exchange.stream(status, body, headers), ended);
        } else await exchange.json(status, body, headers, place);
      } catch (error) {
        exchange.fail(error, admitted?.headers);
      } finally {
        exchange.over(place);
      }
    });
  };
}

/** A streamed answer is counted when it is over, however it ended. */
async function streamed(sending: Promise<unknown>, ended: ((error?: unknown) => void) | undefined): Promise<void> {
  try {
    ended?.(await sending);
  } catch (error) {
    ended?.(error);
    throw error;
  }
}

/** Whether it is the same body could be told only after all of it was read and worked on. */
const NOT_WITH_LINES = 'cannot be used with a body of JSON lines: send the body again without it';

/** Path parameters win over a query or body field of the same name. */
function inputReader({
  method,
  path,
  input,
  bodyLimit = DEFAULT_BODY_LIMIT,
  envelopeDepth = 0,
  lines,
  headers = {},
}: AnyOperation) {
  if (method === 'GET' || method === 'DELETE') {
    const readQuery = queryReader(input, method === 'DELETE');
    const named = Object.entries(headers);
    return async (exchange: Exchange, url: string, params: Params) => {
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
    if (!lines || !readQuery || !isLines(exchange.headers['content-type'])) {
      return Object.assign(await exchange.body(rules, emptyAs), params);
    }
    if (exchange.headers['idempotency-key'] !== undefined) throw invalidField('Idempotency-Key', NOT_WITH_LINES);
    const found: Record<string, unknown> = {};
    readQuery(url, found);
    return Object.assign(found, params, { [lines.field]: exchange.lines(lines.limit, depth) });
  };
}

/** The arrays of an input that have a limit, so that it can be checked before anything is made of them. */
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
  return (request, reply) => {
    const exchange = open(edge, request, reply, `${page.method} ${page.path}`);
    const admission = edge.admissions.pages;
    const flow = `address ${addressOf(request)}`;
    if (admission.isFull(flow)) return exchange.fail(admission.refusal());
    exchange.run(async () => {
      const place = await admission.enter(() => exchange.isGone, flow);
      const url = request.raw.url ?? '';
      const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
      const { headers } = exchange;
      const arrival = {
        requestId: exchange.requestId,
        address: addressOf(request),
        headers,
        query,
        params: request.params as Params,
      };
      try {
        const reading = page.bodyLimit === undefined ? undefined : exchange.bytes(page.bodyLimit);
        const body = reading && (await (exchange.isWhole ? reading : place.aside(reading)));
        const answer = await page.handler(body ? { ...arrival, body } : arrival);
        exchange.send(answer.status ?? 200, answer.body, page.contentType, answer.headers);
      } finally {
        exchange.over(place);
      }
    });
  };
}

export function preflightRoute(edge: Edge, path: string, methods: string): Route {
  return (request, reply) =>
    open(edge, request, reply, `OPTIONS ${path}`).send(204, '', '', edge.common.preflight(methods));
}

export function wrongMethodRoute(edge: Edge, path: string, methods: string): Route {
  const message = `This path takes ${methods}.`;
  return (request, reply) =>
    open(edge, request, reply, `${request.method} ${path}`).fail(
      new RecollectError('method_not_allowed', message, { headers: { Allow: methods } }),
    );
}

/** For requests that fastify or its router refuse: an error without a route. */
export function errorRoute(edge: Edge, errorOf: (request: FastifyRequest) => unknown): Route {
  return (request, reply) => open(edge, request, reply, '(none)').fail(errorOf(request));
}

export function open(edge: Edge, request: FastifyRequest, reply: FastifyReply, route: string): Exchange {
  reply.hijack(); // fastify leaves the answer to us
  return new Exchange(edge, request.raw, reply.raw, route, addressOf(request));
}

export const addressOf = (request: FastifyRequest) => request.ip?.replace(/^::ffff:/, '') ?? '';
