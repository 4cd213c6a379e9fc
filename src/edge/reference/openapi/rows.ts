import type { Input, Place } from './described.js';
import { type JsonSchema, REF_PREFIX, resolve, type Schemas } from './json-schema.js';
import { RECORDS } from './records.js';

/** One row of a table of fields. Nested fields are named by their path: `results[].score`. */
export interface Row {
  name: string;
  where?: Place;
  required: boolean;
  type: string;
  /** The record whose fields it has; described elsewhere. */
  record?: string;
  fallback?: string;
  allowed?: string;
  description: string;
}

export const inputRows = (inputs: readonly Input[], schemas: Schemas): Row[] =>
  inputs.flatMap(({ name, place, required, schema }) => {
    // To the caller not an object, but one parameter per key.
    if (place === 'query' && schema.type === 'object')
      return { ...row(`${name}.<key>`, schema, false, schemas), type: 'string', where: place };
    const [first, ...inner] = rowsOf(name, schema, required, schemas);
    return [{ ...(first as Row), where: place }, ...inner.map((line) => ({ ...line, where: place }))];
  });

/** The fields of a response or a record. */
export function outputRows(schema: JsonSchema, schemas: Schemas): Row[] {
  const record = recordOf(schema);
  const whole: Row[] = record
    ? [{ name: '…', required: true, type: record, record, description: `All fields of a ${record.toLowerCase()}.` }]
    : [];
  return [...whole, ...fieldsOf('', schema, schemas)];
}

function rowsOf(name: string, schema: JsonSchema, required: boolean, schemas: Schemas): Row[] {
  return [row(name, schema, required, schemas), ...innerRows(name, schema, schemas)];
}

function innerRows(name: string, schema: JsonSchema, schemas: Schemas): Row[] {
  const solid = withoutNull(schema, schemas);
  if (solid.items) return innerRows(`${name}[]`, solid.items, schemas);
  const choices = solid.anyOf ?? solid.oneOf;
  if (choices) return choices.flatMap((choice) => innerRows(name, choice, schemas));
  return fieldsOf(`${name}.`, solid, schemas);
}

function fieldsOf(prefix: string, schema: JsonSchema, schemas: Schemas): Row[] {
  const solid = recordOf(schema) ? own(schema) : resolve(schema, schemas);
  return Object.entries(solid.properties ?? {}).flatMap(([field, property]) =>
    rowsOf(`${prefix}${field}`, property, solid.required?.includes(field) ?? false, schemas),
  );
}

function row(name: string, schema: JsonSchema, required: boolean, schemas: Schemas): Row {
  const solid = withoutNull(schema, schemas);
  const record = recordOf(solid.items ?? solid);
  return {
    name,
    required,
    type: typeOf(schema, schemas),
    ...(record && { record }),
    ...(schema.default !== undefined && { fallback: shown(schema.default) }),
    ...optional('allowed', allowedOf(solid)),
    description: schema.description ?? solid.description ?? '',
  };
}

const optional = (key: string, value: string) => (value ? { [key]: value } : {});

function recordOf(schema: JsonSchema): string | undefined {
  const ref = schema.$ref ?? schema.allOf?.[0]?.$ref;
  const name = ref?.slice(REF_PREFIX.length);
  return name && RECORDS[name] ? name : undefined;
}

/** What a schema adds to its record. */
const own = (schema: JsonSchema): JsonSchema => schema.allOf?.[1] ?? {};

function withoutNull(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const solid = recordOf(schema) ? schema : resolve(schema, schemas);
  if (Array.isArray(solid.type)) return { ...solid, type: solid.type.filter((type) => type !== 'null') };
  const choices = solid.anyOf?.filter((choice) => choice.type !== 'null');
  if (!solid.anyOf || choices?.length !== 1) return solid;
  const { anyOf: _, ...rest } = solid;
  return { ...(choices[0] as JsonSchema), ...rest };
}

function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const record = recordOf(schema);
  if (record) return own(schema).properties ? `${record}, and more` : record;
  const solid = resolve(schema, schemas);
  const choices = solid.anyOf ?? solid.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, schemas)))].join(' or ');
  if (solid.type === 'array') return `array of ${solid.items ? typeOf(solid.items, schemas) : 'anything'}`;
  return [solid.type ?? 'any JSON'].flat().join(' or ');
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const number = (value: number) => value.toLocaleString('en-US').replace('-', '−');

/** The allowed values in words; empty if the type says it all. */
function allowedOf(schema: JsonSchema): string {
  const values = schema.enum ?? schema.items?.enum ?? (schema.const !== undefined ? [schema.const] : undefined);
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    exclusiveMinimum === undefined ? '' : `more than ${number(exclusiveMinimum)}`,
    range(minimum, maximum),
    range(minLength || undefined, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ]
    .filter(Boolean)
    .join(', ');
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)}${unit}`;
  if (most !== undefined) return `at most ${number(most)}${unit}`;
  return least === undefined ? '' : `at least ${number(least)}${unit}`;
}
