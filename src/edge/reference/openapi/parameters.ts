import { isStrict } from '../../../kernel/operation.js';
import { type Described, type Input, isRepeatable, objectOf } from './described.js';
import type { JsonSchema } from './json-schema.js';

/** Path and query parameters, and the body, of an operation. */
export function requestOf({ operation, inputs, example }: Described) {
  const parameters: object[] = inputs
    .filter((input) => input.place !== 'body')
    .map((input) => (input.schema.type === 'object' ? byKey(input, example) : parameter(input, example)));
  if (isRepeatable(operation)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  const body = inputs.filter((input) => input.place === 'body');
  const shown = Object.fromEntries(body.filter(({ name }) => name in example).map(({ name }) => [name, example[name]]));
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && {
      requestBody: {
        required: body.some((input) => input.required),
        content: {
          'application/json': {
            schema: { ...objectOf(body), ...(isStrict(operation) && { additionalProperties: false }) },
            example: shown,
          },
          ...(operation.lines && { 'application/x-ndjson': { schema: { type: 'string' } } }),
        },
      },
    }),
  };
}

function parameter({ name, place, required, schema }: Input, example: Record<string, unknown>) {
  const { description, ...rest } = schema;
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(description && { description }),
    // A comma-separated list.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: rest,
    ...(name in example && { example: example[name] }),
  };
}

/**
 * `metadata.city=Lisbon`: OpenAPI describes this as an object whose fields are separate parameters (form, exploded) and whose field names
 * begin with the parameter's name.
 */
function byKey({ name, schema }: Input, example: Record<string, unknown>) {
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : { type: 'string' };
  const given = example[name] as Record<string, unknown> | undefined;
  const shape: JsonSchema = { type: 'object', patternProperties: { [`^${name}\\.`]: value } };
  return {
    name,
    in: 'query',
    description:
      `Sent as \`${name}.{key}\`, once for each key: \`${name}.city=Lisbon\`. ${schema.description ?? ''}`.trim(),
    style: 'form',
    explode: true,
    schema: { ...shape, additionalProperties: false },
    example: Object.fromEntries(Object.entries(given ?? { city: 'Lisbon' }).map(([k, v]) => [`${name}.${k}`, v])),
  };
}
