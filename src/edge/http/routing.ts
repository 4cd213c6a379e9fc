import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyOperation } from '../../features/request.js';
import { notFound } from '../../kernel/errors.js';
import type { Pipeline } from '../pipeline.js';
import type { Route } from './admit.js';
import type { ClientAddress } from './client/client-address.js';
import { type Endpoint, endpointRoute } from './endpoint.js';
import type { Edge } from './exchange.js';
import type { Page } from './page.js';
import { Router } from './router.js';
import { failWith, operationRoute, pageRoute, preflightRoute, wrongMethodRoute } from './routes.js';

export interface Served {
  operations: readonly AnyOperation[];
  pages: readonly Page[];
  /** Each replaces the operation it belongs to. */
  endpoints: readonly Endpoint[];
}

/** Hands each request to its route. Every path accepts the methods it declares and OPTIONS; other methods get a 405. */
export function dispatcher(edge: Edge, pipeline: Pipeline, served: Served, addressOf: ClientAddress) {
  const router = new Router<(method: string) => Route>();
  for (const [path, routes] of byPath(edge, pipeline, served)) {
    const methods = [...routes.keys(), 'OPTIONS'].join(', ');
    routes.set('OPTIONS', preflightRoute(edge, path, methods));
    const wrongMethod = wrongMethodRoute(edge, path, methods);
    router.add(path, (method) => routes.get(method) ?? wrongMethod);
  }
  const nothing = failWith(edge, notFound('This path does not exist. The reference is at /docs.'));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/', method = 'GET' } = request;
    const arrival = { request, response, url, params: {}, address: addressOf(request) };
    try {
      const match = router.find(url);
      const route = match?.value(method) ?? nothing;
      route({ ...arrival, params: match?.params ?? {} });
    } catch (error) {
      failWith(edge, error)(arrival);
    }
  };
}

function byPath(edge: Edge, pipeline: Pipeline, { operations, pages, endpoints }: Served) {
  const paths = new Map<string, Map<string, Route>>();
  const put = (path: string, method: string, route: Route) => {
    const routes = paths.get(path) ?? new Map<string, Route>();
    paths.set(path, routes.set(method, route));
    if (method === 'GET') routes.set('HEAD', route);
  };
  for (const operation of operations) put(operation.path, operation.method, operationRoute(edge, pipeline, operation));
  for (const endpoint of endpoints) {
    put(endpoint.operation.path, endpoint.operation.method, endpointRoute(edge, pipeline, endpoint));
  }
  for (const page of pages) put(page.path, page.method, pageRoute(edge, page));
  return paths;
}
