import type { z } from 'zod';
import { keyRecord } from '../../../features/keys/response.js';
import { memoryRecord } from '../../../features/memories/record.js';
import { type JsonSchema, REF_PREFIX, type Schemas, toJsonSchema } from './json-schema.js';

/** Records that many responses share: named once, so that a reader meets their fields once. */
export const RECORDS: Record<string, z.ZodType> = { Memory: memoryRecord, Key: keyRecord };

export function recordSchemas(): Schemas {
  const schemas: Schemas = {};
  for (const [name, schema] of Object.entries(RECORDS)) schemas[name] = toJsonSchema(schema, 'output', schemas, name);
  return schemas;
}

/** Replaces every object that has all the fields of a record by a reference to that record plus its additional fields. */
export function byName(schema: JsonSchema, records: Schemas): JsonSchema {
  const inner: JsonSchema = { ...schema };
  if (schema.properties) inner.properties = mapValues(schema.properties, (property) => byName(property, records));
  if (schema.items) inner.items = byName(schema.items, records);
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const)
    if (schema[key]) inner[key] = schema[key].map((part) => byName(part, records));
  for (const [name, record] of Object.entries(records)) if (covers(schema, record)) return named(inner, name, record);
  return inner;
}

function named(schema: JsonSchema, name: string, record: JsonSchema): JsonSchema {
  const own = Object.entries(schema.properties ?? {}).filter(([field]) => !record.properties?.[field]);
  const $ref = `${REF_PREFIX}${name}`;
  const { description } = schema;
  if (own.length === 0) return { $ref, ...(description && { description }) };
  const required = schema.required?.filter((field) => !record.properties?.[field]);
  const rest: JsonSchema = { type: 'object', properties: Object.fromEntries(own) };
  if (required?.length) rest.required = required;
  return { ...(description && { description }), allOf: [{ $ref }, rest] };
}

function covers(schema: JsonSchema, record: JsonSchema): boolean {
  const { properties } = schema;
  if (!properties || !record.properties) return false;
  const sameFields = Object.entries(record.properties).every(([field, property]) => same(properties[field], property));
  return sameFields && (record.required ?? []).every((field) => schema.required?.includes(field));
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const mapValues = <T>(object: Record<string, T>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
