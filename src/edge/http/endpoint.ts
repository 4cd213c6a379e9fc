import type { IncomingMessage } from 'node:http';
import type { AnyOperation } from '../../features/request.js';
import { RecollectError } from '../../kernel/errors.js';
import { routeOf, StreamResponse } from '../../kernel/operation.js';
import type { Admitted, Pipeline, Used } from '../pipeline.js';
import type { Place } from './admission/admission.js';
import { admit, type Route } from './admit.js';
import type { Edge, Exchange } from './exchange.js';

/** What a separate protocol gets of a request: an admitted caller and the raw body. */
export interface Arrived {
  readonly admitted: Admitted;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly used: Used;
  /** Admits a further message of the same body: it waits for its turn and counts against the rate limit like a separate call. */
  another(): Promise<void>;
}

/**
 * An operation of the catalogue whose responses are made by another protocol (MCP): the edge admits the caller and counts the call, the
 * protocol makes the response.
 */
export interface Endpoint {
  readonly operation: AnyOperation;
  readonly bodyLimit: number;
  /** Throws if a request must not even be admitted. */
  guard(headers: Headers): void;
  /** For `WWW-Authenticate`: how a caller without a credential gets one. */
  challenge?(headers: Headers): string;
  respond(arrived: Arrived): Promise<Response>;
}

export function endpointRoute(edge: Edge, pipeline: Pipeline, endpoint: Endpoint): Route {
  const { operation } = endpoint;
  const route = routeOf(operation);
  const admission = edge.admissions.of(operation);
  return (arrival) =>
    admit(edge, arrival, route, admission, async (visit) => {
      const { exchange } = visit;
      const headers = headersOf(arrival.request);
      try {
        endpoint.guard(headers);
        const admitted = await visit.admit(pipeline, operation);
        const used: Used = { tokens: 0 };
        const body = await visit.read(exchange.bytes(endpoint.bodyLimit));
        const url = new URL(arrival.url, 'http://service');
        const another = async () => {
          await visit.again();
          await pipeline.again(operation, admitted);
        };
        const response = await endpoint.respond({ admitted, url, headers, body, used, another });
        await send(exchange, response, admitted.headers, visit.place);
        pipeline.responded(operation, admitted, response.status, used);
      } catch (error) {
        if (visit.admitted) pipeline.abandon(operation, visit.admitted, error);
        const challenge = error instanceof RecollectError && error.status === 401 && endpoint.challenge;
        if (challenge) error.headers['WWW-Authenticate'] = endpoint.challenge?.(headers) ?? 'Bearer';
        throw error;
      }
    });
}

async function send(
  exchange: Exchange,
  response: Response,
  extra: Record<string, string>,
  place: Place,
): Promise<void> {
  const headers: Record<string, string> = { ...extra };
  response.headers.forEach((value, name) => {
    if (name !== 'content-type' && name !== 'content-length') headers[name] = value;
  });
  const type = response.headers.get('content-type') ?? 'application/json';
  if (type.startsWith('text/event-stream') && response.body) {
    place.leave(); // from here on, the client sets the pace
    await exchange.stream(response.status, new StreamResponse(type, response.body), headers);
  } else await exchange.written(response.status, Buffer.from(await response.arrayBuffer()), type, headers, place);
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}
