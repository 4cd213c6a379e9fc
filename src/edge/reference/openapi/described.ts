import type { AnyOperation } from '../../../features/request.js';
import { isStrict } from '../../../kernel/operation.js';
import { MAX_HEADER_BYTES } from '../../http/response/raw-response.js';
import { Sampler } from './example.js';
import { type JsonSchema, type Schemas, toJsonSchema } from './json-schema.js';
import { byName, recordSchemas } from './records.js';

export type Place = 'path' | 'query' | 'body';

export interface Input {
  name: string;
  place: Place;
  required: boolean;
  schema: JsonSchema;
}

/** An operation with its fields as JSON Schema: the source for OpenAPI, the page and the reference. */
export interface Described {
  operation: AnyOperation;
  /** Also usable in URLs and as a name in generated clients. */
  operationId: string;
  description: string | undefined;
  inputs: Input[];
  output: JsonSchema;
  /** A complete input: the declared example, else one generated from the schema. */
  example: Record<string, unknown>;
  response: unknown;
  errors: number[];
}

interface Catalogue {
  readonly described: readonly Described[];
  readonly schemas: Readonly<Schemas>;
}
/** Converting the schemas takes a fifth of a second, and several documents are made from them. */
const known = new WeakMap<readonly AnyOperation[], Catalogue>();

export function describeAll(operations: readonly AnyOperation[]): Catalogue {
  const before = known.get(operations);
  if (before) return before;
  const records = recordSchemas();
  const schemas: Schemas = { ...records };
  const catalogue = { described: operations.map((operation) => describe(operation, records, schemas)), schemas };
  known.set(operations, catalogue);
  return catalogue;
}

function describe(operation: AnyOperation, records: Schemas, schemas: Schemas): Described {
  const operationId = operation.id.replaceAll('.', '_');
  const schema = toJsonSchema(operation.input, 'input', schemas, operationId);
  const output = byName(toJsonSchema(operation.output, 'output', schemas, operationId), records);
  const inPath = new Set(pathFields(operation.path));
  const rest: Place = operation.method === 'GET' || operation.method === 'DELETE' ? 'query' : 'body';
  const inputs = Object.entries(schema.properties ?? {}).map(
    ([name, property]): Input => ({
      name,
      place: inPath.has(name) ? 'path' : rest,
      required: inPath.has(name) || (schema.required?.includes(name) ?? false),
      schema: rest === 'query' && isLong(property) ? withUrlLimit(property) : property,
    }),
  );
  const order: Place[] = ['path', 'query', 'body'];
  inputs.sort((a, b) => order.indexOf(a.place) - order.indexOf(b.place) || Number(b.required) - Number(a.required));
  const example = exampleOf(operation, inputs, schemas);
  // A response repeats much of the request.
  const response = new Sampler(schemas, { ...example, query: example.q }).sample(output);
  return {
    operation,
    operationId,
    description: [operation.description, isStrict(operation) && STRICT].filter(Boolean).join(' ') || undefined,
    inputs,
    output,
    example,
    response,
    errors: errorsOf(operation, inputs),
  };
}

const STRICT = 'Unknown fields are refused with 400.';

/** Whether a text can be longer than a URL. */
const isLong = ({ maxLength = 0 }: JsonSchema) => maxLength > MAX_HEADER_BYTES;
const URL_LIMIT = `The URL with all headers may have at most ${MAX_HEADER_BYTES / 1_024} KB.`;
const withUrlLimit = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  description: [schema.description, URL_LIMIT].filter(Boolean).join(' '),
});

function exampleOf(operation: AnyOperation, inputs: readonly Input[], schemas: Schemas): Record<string, unknown> {
  if (operation.example) return operation.example as Record<string, unknown>;
  // An empty change is refused.
  const change = operation.method === 'PATCH' ? inputs.find((input) => input.place === 'body') : undefined;
  const shown = inputs.filter((input) => input.required || input === change);
  return new Sampler(schemas).sample(objectOf(shown.map((input) => ({ ...input, required: true })))) as Record<
    string,
    unknown
  >;
}

export const pathFields = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);

export const objectOf = (inputs: readonly Input[]): JsonSchema => {
  const required = inputs.filter((input) => input.required).map((input) => input.name);
  const properties = Object.fromEntries(inputs.map((input) => [input.name, input.schema]));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
};

/** Names that narrow a call down: an unused one matches nothing and is not an error. */
const SCOPE_NAMES = new Set(['user_id', 'agent_id', 'session_id']);

/** Whether an `Idempotency-Key` makes a retry safe. */
export const isRepeatable = ({ method, isProtocol }: AnyOperation) => method === 'POST' && !isProtocol;

function errorsOf(operation: AnyOperation, inputs: readonly Input[]): number[] {
  const namesOne = inputs.some(({ name }) => /(^|_)id$/.test(name) && !SCOPE_NAMES.has(name));
  const isCounted = operation.scope !== 'none' || operation.method === 'POST';
  const possible: [number, boolean][] = [
    [400, true],
    [401, operation.scope !== 'none'],
    // The operator can close an open operation that creates something.
    [403, isCounted],
    [404, namesOne || operation.path.includes('{')],
    [409, isRepeatable(operation)],
    [429, isCounted],
    [431, inputs.some(({ place, schema }) => place === 'query' && isLong(schema))],
    [500, true],
    [503, true],
  ];
  const isDocumented = (status: number) => new RegExp(`\\b${status}\\b`).test(operation.description ?? '');
  return possible.filter(([status, holds]) => holds || isDocumented(status)).map(([status]) => status);
}
