import { after } from 'node:test';
import { Pipeline } from '../pipeline.js';
import { catalogue, Gate } from './catalogue.test.kit.js';
import { fakeParts } from './fakes.test.kit.js';
import { HttpServer, type HttpServerOptions } from './server.js';

export async function startServer(options: Partial<HttpServerOptions> & { perMinute?: number } = {}) {
  const { perMinute, ...rest } = options;
  const gate = new Gate();
  const fakes = fakeParts(perMinute);
  const pipeline = new Pipeline(fakes.parts);
  const server = new HttpServer({ operations: catalogue(gate), pipeline, log: fakes.log, ...rest });
  const { port } = await server.listen('127.0.0.1', 0);
  after(() => server.stop(0));
  const url = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, init: Call = {}) => {
    const { key, json, ...given } = init;
    const headers = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...given.headers };
    const body = json === undefined ? given.body : JSON.stringify(json);
    const response = await fetch(url + path, { method, ...given, headers, ...(body === undefined ? {} : { body }) });
    const result = await response.text();
    return { status: response.status, headers: response.headers, body: result ? JSON.parse(result) : undefined };
  };
  return { ...fakes, server, gate, port, url, call };
}

interface Call extends Omit<RequestInit, 'headers'> {
  key?: string;
  json?: unknown;
  headers?: Record<string, string>;
}
