import type { AnyOperation } from '../../../features/request.js';
import { INTERFACE_VERSION } from '../../../version.js';
import { components, successHeaders } from './components.js';
import { type Described, describeAll, isRepeatable } from './described.js';
import type { JsonSchema } from './json-schema.js';
import { requestOf } from './parameters.js';
import { ERRORS } from './responses.js';
import { SCOPES } from './scopes.js';
import { TAGS } from './tags.js';

export interface DocumentOptions {
  /** The URL at which callers reach the service, without a trailing slash; `{base_url}` leaves it open. */
  baseUrl: string;
  /** The version of the service; the API has a separate one. */
  version: string;
}

export const OPEN_BASE_URL = '{base_url}';

const DESCRIPTION = `Memory for AI agents: store what an agent learns, find it again by meaning, forget it.

Memories are isolated per API key, \`user_id\` and \`agent_id\`. Times are Unix milliseconds, UTC. Unknown fields are
ignored, except by operations that delete or merge, which refuse them.`;

/** The OpenAPI 3.1 document of the operations. */
export function openApi(operations: readonly AnyOperation[], { baseUrl, version }: DocumentOptions): object {
  const { described, schemas } = describeAll(operations);
  const paths: Record<string, Record<string, object>> = {};
  for (const one of described) {
    const { path, method } = one.operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(one) };
  }
  const groups = [...new Set(operations.map((operation) => operation.group))];
  const tags = groups.map((name) => ({ name, ...(TAGS[name] && { description: TAGS[name] }) }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recollect',
      summary: 'Memory for AI agents',
      description: DESCRIPTION,
      version: INTERFACE_VERSION,
      contact: { name: 'Whoever runs this service' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      'x-service-version': version,
    },
    servers: [serverOf(baseUrl)],
    security: [{ bearer: [] }],
    tags,
    paths,
    components: { ...components, schemas: { ...schemas, ...components.schemas } },
  };
}

const serverOf = (url: string) =>
  url === OPEN_BASE_URL
    ? { url, variables: { base_url: { default: 'http://127.0.0.1:7326', description: 'Where the service listens.' } } }
    : { url };

function operationOf(one: Described) {
  const { operation, operationId, description, errors } = one;
  const { sentence } = SCOPES[operation.scope];
  return {
    operationId,
    tags: [operation.group],
    summary: operation.summary,
    description: [description, sentence].filter(Boolean).join('\n\n'),
    'x-required-scope': operation.scope,
    ...(operation.bodyLimit && { 'x-body-limit-bytes': operation.bodyLimit }),
    // OpenAPI has scopes only for OAuth; the required scope is in `x-required-scope`.
    security: operation.scope === 'none' ? [] : [{ bearer: [] }],
    ...requestOf(one),
    responses: {
      ...successesOf(one),
      ...Object.fromEntries(
        errors.map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]?.name}` }]),
      ),
    },
  };
}

function successesOf({ operation, output, response: sample }: Described) {
  const { success = 200, otherSuccess, scope, streams = [] } = operation;
  const response = (description: string, schema: JsonSchema, example?: unknown) => ({
    description,
    headers: successHeaders(scope !== 'none', isRepeatable(operation)),
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...Object.fromEntries(streams.map((type) => [type, { schema: { type: 'string' } }])),
    },
  });
  return {
    [success]: response(success === 201 ? 'Created.' : 'Done.', output, sample),
    ...(otherSuccess && { [otherSuccess.status]: response(otherSuccess.when, output) }),
  };
}
