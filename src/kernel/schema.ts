import type { z } from 'zod';

/** The part of a zod definition that this code reads; which fields exist depends on `type`. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  items?: readonly z.ZodType[];
  options?: readonly z.ZodType[];
  shape?: Record<string, z.ZodType>;
  values?: readonly unknown[];
  entries?: Record<string, unknown>;
  getter?: () => z.ZodType;
  checks?: readonly { _zod: { def: Check } }[];
}

/** Limits that checks such as `.min()` and `.int()` set on a schema. */
export interface Limits {
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  exclusiveMaximum?: number | undefined;
  whole?: boolean;
}

interface Check {
  check?: string;
  value?: number;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  length?: number;
  format?: string;
}

export const definition = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

export function limits(schema: z.ZodType): Limits {
  const def = definition(schema);
  const found: Limits = {};
  // `z.int()` is its own check.
  for (const { check, value, inclusive, minimum, maximum, length, format } of [
    def as Check,
    ...(def.checks ?? []).map((one) => one._zod.def),
  ]) {
    if (check === 'number_format') found.whole = format?.includes('int') ?? false;
    else if (check === 'greater_than') found[inclusive ? 'minimum' : 'exclusiveMinimum'] = value;
    else if (check === 'less_than') found[inclusive ? 'maximum' : 'exclusiveMaximum'] = value;
    else if (check === 'min_length' || check === 'min_size') found.minimum = minimum;
    else if (check === 'max_length' || check === 'max_size') found.maximum = maximum;
    else if (check === 'length_equals') Object.assign(found, { minimum: length, maximum: length });
  }
  return found;
}

/** Whether it may be left out of an object. */
export const isOptional = (schema: z.ZodType) => schema._zod.optin !== undefined;

/** The schema that sees the input first, without the optional, default, nullable, transform and similar wrappers around it. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const def = definition(schema);
  if (def.type === 'pipe' && def.in && def.out) {
    return unwrap(definition(def.in).type === 'transform' ? def.out : def.in); // `z.preprocess` puts the transform first
  }
  if (def.type === 'lazy' && def.getter) return unwrap(def.getter());
  return def.innerType ? unwrap(def.innerType) : schema;
}

/** The schema that validates the value at `path`, or null if the path leads outside the schema. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | null {
  let at: z.ZodType = unwrap(schema);
  for (const step of path) {
    const def = definition(at);
    const next =
      def.type === 'object'
        ? Object.hasOwn(def.shape ?? {}, step) && def.shape?.[step as string]
        : (def.element ?? def.items?.[step as number] ?? def.valueType);
    if (!next) return null;
    at = unwrap(next);
  }
  return at;
}

/** A field that a schema does not have, and those that it has at that place. */
export interface UnknownField {
  path: PropertyKey[];
  known: string[];
}

/** The fields of a value, at any depth, that the schema does not have. */
export function unknownFields(schema: z.ZodType, value: unknown, path: PropertyKey[] = []): UnknownField[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, shape, element } = definition(unwrap(schema));
  if (type === 'array' && element && Array.isArray(value))
    return value.flatMap((item, i) => unknownFields(element, item, [...path, i]));
  if (type !== 'object' || !shape || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const at = [...path, name];
    return field ? unknownFields(field, item, at) : [{ path: at, known: Object.keys(shape) }];
  });
}

/** Removes nulls from optional fields that do not allow null: clients send unset fields as null. What remains is not copied. */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type, shape, element } = definition(unwrap(schema));
  if (type === 'array' && element && Array.isArray(value)) {
    const items = value.map((item) => withoutNulls(element, item));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (type !== 'object' || !shape || Array.isArray(value)) return value;
  const changed: [string, unknown][] = [];
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(value, name)) continue;
    const given = (value as Record<string, unknown>)[name];
    if (given === null) {
      if (isOptional(field) && !field.safeParse(null).success) changed.push([name, undefined]);
    } else {
      const kept = withoutNulls(field, given);
      if (kept !== given) changed.push([name, kept]);
    }
  }
  if (changed.length === 0) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const [name, kept] of changed) {
    if (kept === undefined) delete copy[name];
    else copy[name] = kept;
  }
  return copy;
}
