import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { AnyOperation } from '../../features/request.js';
import { notFound, RecollectError } from '../../kernel/errors.js';
import type { Pipeline } from '../pipeline.js';
import { type Endpoint, endpointRoute } from './endpoint.js';
import type { Edge } from './exchange.js';
import type { Page } from './page.js';
import { errorRoute, operationRoute, pageRoute, preflightRoute, type Route, wrongMethodRoute } from './routes.js';

const METHODS_KNOWN = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

export interface Served {
  operations: readonly AnyOperation[];
  pages: readonly Page[];
  /** Each takes the place of its operation. */
  endpoints: readonly Endpoint[];
}

/** Gives every path of the catalogue and of the pages all methods: those it has, OPTIONS, and a 405 for the rest. */
export function registerRoutes(app: FastifyInstance, edge: Edge, pipeline: Pipeline, served: Served): void {
  const every = app.supportedMethods as HTTPMethods[];
  for (const [path, routes] of byPath(edge, pipeline, served)) {
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    const methods = [...routes.keys(), 'OPTIONS'].join(', ');
    routes.set('OPTIONS', preflightRoute(edge, path, methods));
    for (const [method, route] of routes) add(app, [method], url, route);
    // Else `GET /memory/store` would be taken for the memory named `store`.
    const others = every.filter((method) => !routes.has(method));
    add(app, others, url, wrongMethodRoute(edge, path, methods));
  }
  add(
    app,
    every,
    '/*',
    errorRoute(edge, () => notFound('There is nothing at this path. The reference is at /docs.')),
  );
  // What is left are methods that fastify does not route.
  const message = `No path takes this method. Known ones: ${METHODS_KNOWN}.`;
  const unknown = () => new RecollectError('method_not_allowed', message, { headers: { Allow: METHODS_KNOWN } });
  app.setNotFoundHandler(errorRoute(edge, unknown));
}

function byPath(edge: Edge, pipeline: Pipeline, { operations, pages, endpoints }: Served) {
  const paths = new Map<string, Map<HTTPMethods, Route>>();
  const put = (path: string, method: HTTPMethods, route: Route) => {
    const routes = paths.get(path) ?? new Map<HTTPMethods, Route>();
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

/** The hook answers and never goes on: neither the handler is reached, nor fastify's reading of the body. */
function add(app: FastifyInstance, method: HTTPMethods[], url: string, route: Route): void {
  app.route({ method, url, onRequest: (request, reply, _done) => route(request, reply), handler: () => {} });
}
