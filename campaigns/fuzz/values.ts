import fc from 'fast-check';
import { type JsonSchema, resolve, type Schemas } from '../../src/edge/reference/openapi/json-schema.js';

/** A value that only an earlier response can provide: the `at`-th id (or cursor, or name) of a pool at the time of sending. */
export class Ref {
  constructor(
    readonly pool: string,
    readonly at: number,
  ) {}
}
export const refTo = (pool: string) => fc.nat({ max: 1_000 }).map((at) => new Ref(pool, at));

export const USERS = ['ada', 'bob', 'Ωmega', 'u\u{1f600}'] as const;
const AGENTS = ['default', 'planner', 'support', 'アシスタント'] as const;

/** Enough words for sentences that overlap: duplicates, near duplicates and contradictions arise by themselves. */
const SUBJECTS = ['Ada', 'Bob', 'The office', 'My sister Ann', 'The deploy script', 'Acme Corp'];
const VERBS = ['prefers', 'no longer likes', 'moved to', 'paid for', 'met', 'broke', 'must never use', 'switched to'];
const OBJECTS = ['window seats', 'Lisbon', 'Berlin in May', 'a red car', '42 euros', 'the API of 2024', 'oat milk'];
const sentence = fc
  .tuple(fc.constantFrom(...SUBJECTS), fc.constantFrom(...VERBS), fc.constantFrom(...OBJECTS))
  .map((words) => `${words.join(' ')}.`);

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('travel', 'work', 'home', 'a', 'x,y', 'ü', '日本') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
);

const MOMENT = Date.UTC(2026, 5, 15);
const YEAR = 365 * 86_400_000;
const moment = fc.oneof(
  fc.integer({ min: MOMENT - 3 * YEAR, max: MOMENT + 3 * YEAR }),
  fc.constantFrom(0, -1, 8_640_000_000_000_000, -8_640_000_000_000_000),
  fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom('2026-03', '2026-03-04', '2026-03-04T05:06', '2026-03-04T05:06:07+02:00', '1700000000000'),
);

/** Values that a schema allows; limits are far more frequent than random choice would make them. */
export function valid(schema: JsonSchema, schemas: Schemas, name = ''): fc.Arbitrary<unknown> {
  const plain = resolve(schema, schemas);
  if (plain.const !== undefined) return fc.constant(plain.const);
  if (plain.enum) return fc.constantFrom(...plain.enum);
  const options = plain.anyOf ?? plain.oneOf;
  if (options) return fc.oneof(...options.map((option) => valid(option, schemas, name)));
  const types = Array.isArray(plain.type) ? plain.type : [plain.type];
  if (types.includes('number') && types.includes('string') && /8601/.test(plain.description ?? '')) {
    return types.includes('null') ? fc.option(moment) : moment;
  }
  return fc.oneof(...types.map((type) => ofType(type, plain, schemas, name)));
}

function ofType(type: string | undefined, schema: JsonSchema, schemas: Schemas, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return text(schema, name);
    case 'integer':
    case 'number':
      return number(type === 'integer', schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return array(schema, schemas, name);
    case 'object':
      return object(schema, schemas);
    default:
      return fc.jsonValue({ maxDepth: 4 });
  }
}

function text({ minLength = 0, maxLength = 200 }: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (name === 'user_id') return fc.constantFrom(...USERS);
  if (/agent/.test(name)) return fc.constantFrom(...AGENTS);
  const short =
    maxLength > 256
      ? fc.oneof(
          { weight: 6, arbitrary: sentence },
          { weight: 1, arbitrary: fc.array(sentence, { maxLength: 12 }).map((all) => all.join(' ')) },
        )
      : word;
  const fits = (value: string) => [...value].length >= minLength && [...value].length <= maxLength;
  const filled = (letter: string, length: number) => letter.repeat(length);
  // Characters are code points: an emoji is two units and one character.
  const atLimits = fc
    .tuple(fc.constantFrom('x', 'é', '\u{1f600}', 'a b '), fc.constantFrom(minLength, maxLength))
    .map(([letter, length]) => [...filled(letter, length)].slice(0, length).join(''));
  const odd = fc
    .string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 40) })
    .filter((value) => !value.includes('\0'));
  return fc.oneof(
    { weight: 30, arbitrary: short.filter(fits) },
    { weight: maxLength > 1_000 ? 1 : 4, arbitrary: atLimits },
    { weight: 4, arbitrary: odd },
  );
}

function number(whole: boolean, schema: JsonSchema): fc.Arbitrary<unknown> {
  const min =
    schema.minimum ??
    (schema.exclusiveMinimum === undefined ? -1_000_000 : schema.exclusiveMinimum + (whole ? 1 : 1e-6));
  const max = schema.maximum ?? schema.exclusiveMaximum ?? 1_000_000;
  const between = whole
    ? fc.integer({ min: Math.max(min, Number.MIN_SAFE_INTEGER), max: Math.min(max, Number.MAX_SAFE_INTEGER) })
    : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: between }, { weight: 1, arbitrary: fc.constantFrom(min, max) });
}

function array(schema: JsonSchema, schemas: Schemas, name: string): fc.Arbitrary<unknown> {
  const { minItems = 0, maxItems = 100 } = schema;
  const item = valid(schema.items ?? {}, schemas, name);
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, 100), size: 'max' }) },
  );
}

function object(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (!schema.properties) {
    const inside =
      typeof schema.additionalProperties === 'object'
        ? valid(schema.additionalProperties, schemas)
        : fc.jsonValue({ maxDepth: 3 });
    return fc.dictionary(word, inside, { maxKeys: 4 });
  }
  return fields(
    Object.entries(schema.properties).map(([name, property]) => ({
      name,
      arbitrary: valid(property, schemas, name),
      required: schema.required?.includes(name) ?? false,
    })),
  );
}

interface Field {
  name: string;
  arbitrary: fc.Arbitrary<unknown>;
  required: boolean;
}

const sometimes = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Optional fields are present one time in three: with all of them at once, most inputs would be narrow queries without results. */
export const fields = (list: readonly Field[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(...list.map(({ arbitrary, required }) => (required ? arbitrary : sometimes(arbitrary)))).map((values) => {
    const object: Record<string, unknown> = {};
    list.forEach(({ name }, i) => {
      if (values[i] !== undefined) object[name] = values[i];
    });
    return object;
  });
