import * as z from 'zod';

/** The part of JSON Schema 2020-12 that the declarations use. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  additionalProperties?: boolean | JsonSchema;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [key: string]: unknown;
}

export const REF_PREFIX = '#/components/schemas/';

/** Schemas that others refer to, by name. */
export type Schemas = Record<string, JsonSchema>;

/** Converts one declaration and adds the named schemas it uses to `schemas`. Definitions without a name are named after `owner`. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas, owner: string): JsonSchema {
  const raw = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (ctx) => tidy(ctx.jsonSchema as JsonSchema, io),
  });
  const { $schema: _, $defs = {}, ...root } = JSON.parse(JSON.stringify(raw)) as JsonSchema;
  const names = new Map(Object.keys($defs).map((name) => [name, nameFor(name, io, owner)]));
  for (const [name, def] of Object.entries($defs)) schemas[names.get(name) as string] = redirect(def, names);
  return redirect(root, names);
}

function tidy(json: JsonSchema, io: 'input' | 'output') {
  // Unknown fields are ignored in most requests and may be added to responses.
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (io === 'output') delete json.default;
  // Zod writes these limits for "an integer": noise to a reader.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  delete json.propertyNames;
}

/** A record can have one shape in requests and another in responses. */
const nameFor = (name: string, io: 'input' | 'output', owner: string) =>
  `${name.replace(/^__schema/, `${owner}_`)}${io === 'input' ? '_input' : ''}`;

function redirect(schema: JsonSchema, names: Map<string, string>): JsonSchema {
  const walk = (value: unknown, key?: string): unknown => {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.replace('#/$defs/', '');
      return `${REF_PREFIX}${names.get(name) ?? name}`;
    }
    if (Array.isArray(value)) return value.map((item) => walk(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(v, k)]));
  };
  const { id: _, ...rest } = walk(schema) as JsonSchema;
  return rest;
}

/** Follows references; any other schema is returned as it is. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.startsWith(REF_PREFIX) ? schema.$ref.slice(REF_PREFIX.length) : undefined;
  return name && schemas[name] ? { ...schemas[name], ...schema, $ref: undefined } : schema;
}
