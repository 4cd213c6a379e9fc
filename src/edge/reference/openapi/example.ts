import { isMoment, KNOWN, MOMENT, textFor } from './example-values.js';
import { type JsonSchema, resolve, type Schemas } from './json-schema.js';

const MAX_DEPTH = 6;

/** Generates sample values for a schema, to show its shape. The values in `given` are reused, because a response repeats the request. */
export class Sampler {
  readonly #known: Readonly<Record<string, unknown>>;

  constructor(
    readonly schemas: Schemas,
    given: Readonly<Record<string, unknown>> = {},
  ) {
    this.#known = { ...KNOWN, ...given };
  }

  sample(schema: JsonSchema, name = '', depth = 0): unknown {
    const solid = resolve(schema, this.schemas);
    const types = typesOf(solid);
    const known = this.#known[name];
    if (solid.const !== undefined) return solid.const;
    if (solid.enum) return solid.enum.includes(known) ? known : solid.enum[0];
    if (known !== undefined && types.some((type) => typeNames(known).includes(type))) return known;
    if (solid.default !== undefined) return solid.default;
    // Nullable fields are mostly null, such as the time a memory ends or what superseded it.
    if (types.includes('null') || depth > MAX_DEPTH) return null;
    if (solid.allOf) return Object.assign({}, ...solid.allOf.map((part) => this.sample(part, name, depth))) as unknown;
    const choice = (solid.anyOf ?? solid.oneOf)?.[0];
    return choice ? this.sample(choice, name, depth) : this.#ofType(types[0], solid, name, depth);
  }

  #ofType(type: string | undefined, schema: JsonSchema, name: string, depth: number): unknown {
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([field]) => schema.required?.includes(field))
            .map(([field, property]) => [field, this.sample(property, field, depth + 1)]),
        );
      case 'array':
        return schema.items?.type || schema.items?.allOf || schema.items?.$ref
          ? Array<unknown>(schema.minItems || 1).fill(this.sample(schema.items, name.replace(/s$/, ''), depth + 1))
          : [];
      case 'integer':
      case 'number':
        return isMoment(name) ? MOMENT : numberFor(schema);
      case 'boolean':
        return /^(embedded|semantic)$/.test(name);
      case 'string':
        return textFor(name, schema.description);
      default:
        return {};
    }
  }
}

const typesOf = (schema: JsonSchema): string[] => [
  ...[schema.type ?? []].flat(),
  ...(schema.anyOf ?? []).flatMap((choice) => choice.type ?? []),
];

const typeNames = (value: unknown): string[] => {
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
};

function numberFor(schema: JsonSchema): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
  return Math.min(Math.max(1, least), schema.maximum ?? Number.POSITIVE_INFINITY);
}
