import { operations } from '../../src/catalog.js';
import { type Described, describeAll } from '../../src/edge/reference/openapi/described.js';
import { type JsonSchema, resolve, type Schemas } from '../../src/edge/reference/openapi/json-schema.js';

interface Call {
  method: string;
  path: string;
  body?: object;
}

/** Characters of a query that Node and proxies still accept. */
const QUERY_TEXT = 4_000;
const METADATA = Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`key${i}`, i]));
const NOT_CALLED = new Set(['mcp', 'signup', 'events.stream']);

let made: Call[] | undefined;

/** Each operation that a key may call, with the largest value that its schema allows for every field. */
export function largestInputs(): Call[] {
  if (made) return made;
  const { described, schemas } = describeAll(operations);
  made = described
    .filter(({ operation }) => ['read', 'write', 'key'].includes(operation.scope) && !NOT_CALLED.has(operation.id))
    .map((one) => callOf(one, schemas));
  return made;
}

function callOf({ operation, inputs }: Described, schemas: Schemas): Call {
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const values: Record<string, unknown> = {};
  for (const { name, schema } of inputs) {
    if (name === 'cursor') continue;
    values[name] = name === 'user_id' || name === 'agent_id' ? 'walk' : largest(schema, schemas, inQuery, name);
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete values[name];
    return 'mem_walk';
  });
  if (!inQuery) return { method: operation.method, path, body: values };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && typeof value !== 'object') query.set(name, String(value));
  }
  return { method: operation.method, path: `${path}?${query}` };
}

function largest(given: JsonSchema, schemas: Schemas, inQuery: boolean, name: string): unknown {
  const schema = resolve(given, schemas);
  if (schema.enum) return schema.enum.at(-1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options?.[0]) return largest(options[0], schemas, inQuery, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return 'wide words of many kinds '
        .repeat(4_000)
        .slice(0, Math.min(schema.maxLength ?? 200, inQuery ? QUERY_TEXT : 99_000));
    case 'integer':
    case 'number':
      return /_at$|_from$|_until$|after|before/.test(name) ? undefined : (schema.maximum ?? 1_000);
    case 'boolean':
      return true;
    case 'array': {
      const count = Math.min(schema.maxItems ?? 100, 100);
      return Array.from(
        { length: count },
        (_, i) => `${i} ${String(largest(schema.items ?? {}, schemas, true, name)).slice(0, 50)}`,
      );
    }
    case 'object':
      return name === 'metadata' ? METADATA : undefined;
    default:
      return undefined;
  }
}
