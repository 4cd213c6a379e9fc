import type { z } from 'zod';
import type { AnyOperation } from '../../features/request.js';
import { type JsonSchema, toJsonSchema } from '../reference/openapi/json-schema.js';
import { isTimeField } from './brief.js';

/** What a model sees of a field. Lengths and the like appear in the error when they matter; here they would cost context. */
const KEPT = [
  'type',
  'enum',
  'items',
  'anyOf',
  'description',
  'minimum',
  'maximum',
  'default',
  'properties',
  'required',
];
const DEFAULT_USER = "Default: the connection's user.";

/** The input of a tool: those of the operation's fields that the tool offers, described briefly. */
export function inputSchema(
  operation: AnyOperation,
  names: readonly string[],
  also: readonly string[] = [],
): JsonSchema {
  const whole = inlined(operation.input, 'input', operation.id);
  const properties: Record<string, JsonSchema> = {};
  for (const name of names) properties[name] = brief(whole.properties?.[name] ?? {});
  // The connection's user is not filled in for a tool that deletes.
  const user = operation.tool?.destructive ? {} : { description: DEFAULT_USER };
  if (properties.user_id) properties.user_id = { type: 'string', ...user };
  if (properties.agent_id) properties.agent_id = { type: 'string' };
  const required = [...(whole.required ?? []), ...also].filter((name) => names.includes(name) && !FILLED.has(name));
  // A tool without optional fields can be a strict function for OpenAI.
  const strict = required.length === names.length ? { additionalProperties: false } : {};
  return { type: 'object', properties, ...(required.length ? { required } : {}), ...strict };
}
/** The connection supplies these. */
const FILLED = new Set(['user_id', 'agent_id']);

/** The output of a tool: its top-level fields. Nested fields are in the response itself, and in the reference. */
export function outputSchema(operation: AnyOperation): JsonSchema {
  const whole = inlined(operation.output, 'output', operation.id);
  const properties = Object.fromEntries(
    Object.entries(whole.properties ?? {})
      .slice(0, MAX_OUTPUT_FIELDS)
      .map(([name, schema]) => [name, isTimeField(name) ? { type: 'string' } : shallow(schema)]),
  );
  return { type: 'object', properties };
}
/** Further fields are in the response nevertheless. */
const MAX_OUTPUT_FIELDS = 5;

function inlined(schema: z.ZodType, io: 'input' | 'output', id: string): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const root = toJsonSchema(schema, io, definitions, id);
  const name = root.$ref?.split('/').at(-1);
  return name ? (definitions[name] ?? root) : root;
}

function brief(schema: JsonSchema): JsonSchema {
  const kept: JsonSchema = {};
  for (const key of KEPT) if (schema[key] !== undefined) kept[key] = schema[key];
  if (kept.items) kept.items = brief(kept.items);
  if (kept.anyOf) kept.anyOf = kept.anyOf.map(brief);
  if (kept.properties)
    kept.properties = Object.fromEntries(Object.entries(kept.properties).map(([name, item]) => [name, brief(item)]));
  return kept;
}

function shallow(schema: JsonSchema): JsonSchema {
  if (schema.type) return { type: schema.type };
  const types = [...new Set((schema.anyOf ?? []).map((choice) => choice.type ?? 'object'))].flat();
  return types.length ? { type: types.length === 1 ? types[0] : types } : schema.$ref ? { type: 'object' } : {};
}

export const fieldsOf = (operation: AnyOperation) => Object.keys((operation.input as z.ZodObject).shape);
