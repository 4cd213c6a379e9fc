import fc from 'fast-check';
import type { Described } from '../../src/edge/reference/openapi/described.js';
import type { JsonSchema, Schemas } from '../../src/edge/reference/openapi/json-schema.js';
import * as hostile from './hostile.js';
import { poolOf } from './pools.js';
import { SPECIAL } from './special.js';
import { fields, refTo, valid } from './values.js';

/** Whose credential a call uses. */
type Credential = 'own' | 'read-only' | 'revoked' | { sent: string };

/** One request as it will be sent, except for values that come from earlier responses (`Ref`s in its input). */
export interface Plan {
  described: Described;
  kind: string;
  input: Record<string, unknown>;
  credential: Credential;
  /** Sent instead of the input. */
  body?: string | Buffer;
  /** Replaces the path parameters verbatim. */
  pathPart?: string;
  /** Appended to the query verbatim. */
  query?: string;
  headers?: Record<string, string>;
  /** Replaces the operation's own method. */
  method?: string;
}

/** Inputs that the schema allows. Ids refer to things that exist, if there are any. */
export function validInput(described: Described, schemas: Schemas): fc.Arbitrary<Record<string, unknown>> {
  return fields(
    described.inputs.map(({ name, schema, required }) => {
      const pool = poolOf(described.operation, name);
      const plain = SPECIAL[`${described.operation.id} ${name}`] ?? valid(schema, schemas, name);
      // A cursor belongs to one list: most of the time it is better to send none.
      const isCursor = pool === 'cursor';
      const arbitrary =
        pool && schema.type === 'string'
          ? fc.oneof(
              { weight: isCursor ? 3 : 9, arbitrary: refTo(pool) as fc.Arbitrary<unknown> },
              { weight: 1, arbitrary: plain },
            )
          : plain;
      return {
        name,
        arbitrary: isCursor
          ? fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
          : arbitrary,
        required,
      };
    }),
  );
}

/** Just outside what a schema allows. */
function beyond(schema: JsonSchema): unknown[] {
  const found: unknown[] = [];
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema;
  if (minimum !== undefined) found.push(minimum - 1, minimum - Number.EPSILON);
  if (exclusiveMinimum !== undefined) found.push(exclusiveMinimum);
  if (maximum !== undefined) found.push(maximum + 1, maximum * 2);
  if (minLength) found.push('x'.repeat(minLength - 1));
  if (maxLength !== undefined)
    found.push('x'.repeat(maxLength + 1), '\u{1f600}'.repeat(maxLength), '\u{1f600}'.repeat(maxLength + 1));
  if (minItems) found.push([]);
  if (maxItems !== undefined) found.push(Array.from({ length: maxItems + 1 }, () => 'x'));
  if (schema.enum) found.push(String(schema.enum[0]).toUpperCase(), `${schema.enum[0]} `);
  return found;
}

const hostileValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostile.HOSTILE_STRINGS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostile.HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) as fc.Arbitrary<unknown> },
);

/** A valid input with one or two fields made invalid, left out or added. */
export function nearlyValidInput(described: Described, schemas: Schemas): fc.Arbitrary<Record<string, unknown>> {
  const { inputs } = described;
  const change = fc.nat({ max: Math.max(0, inputs.length - 1) }).chain((at) => {
    const field = inputs[at];
    if (!field) return fc.constant({ name: 'unknown', value: 1 as unknown });
    const outside = beyond(field.schema);
    const wrong = outside.length ? fc.oneof(fc.constantFrom(...outside), hostileValue) : hostileValue;
    const value = fc.oneof({ weight: 6, arbitrary: wrong }, { weight: 1, arbitrary: fc.constant(undefined) });
    const name = fc.oneof(
      { weight: 12, arbitrary: fc.constant(field.name) },
      { weight: 1, arbitrary: fc.constantFrom(...hostile.HOSTILE_STRINGS) },
    );
    return fc.record({ name, value });
  });
  return fc
    .tuple(validInput(described, schemas), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([input, changes]) => {
      const changed = { ...input };
      for (const { name, value } of changes) {
        if (value === undefined) delete changed[name];
        else Object.defineProperty(changed, name, { value, enumerable: true, writable: true, configurable: true });
      }
      return changed;
    });
}

const QUERY_TRICKS = [
  'limit=1&limit=2',
  'limit=',
  'limit',
  'limit=1e1',
  'limit=+5',
  'limit=0x10',
  'limit=%31',
  'limit=%EF%BC%99',
  'limit=Infinity',
  'limit=NaN',
  'user_id=a&user_id=b',
  'user_id[]=a',
  'user_id=',
  'tags=,,',
  'tags=a&tags=b,c',
  'tags=%2C',
  'q=%00',
  'q=%ff',
  'q=%u0041',
  'q=+',
  'user_id=%ED%A0%80',
  'user_id=a%00b',
  'id=%00',
  'id=..%2f',
  'session_id=%00',
  'metadata.%00=a',
  'metadata.a=%00',
  'metadata.a%22b=1',
  "metadata.a'b=1",
  'metadata.=x',
  'metadata.__proto__=x',
  'metadata.a=1&metadata.b=2',
  'metadata.a=1&metadata.a=2',
  'metadata=x',
  '__proto__=1',
  '__proto__.limit=1',
  'constructor=1',
  '%',
  '%zz=1',
  '=x',
  '&&&',
  'as_of=-1',
  'as_of=8640000000000001',
  'created_after=99999999999999999999',
  'cursor=%00',
  'cursor=AAAA',
  'cursor=e30',
  'include_expired=maybe',
  `a=${'b'.repeat(4_000)}`,
];

/** The requests of an operation: most are valid, the others are invalid in one way. */
export function plansOf(
  described: Described,
  schemas: Schemas,
  mcp: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<Plan> {
  const own = { described, credential: 'own' as Credential };
  const isMcp = described.operation.id === 'mcp';
  const input = isMcp ? mcp : validInput(described, schemas);
  const wrong = isMcp ? mcp : nearlyValidInput(described, schemas);
  const plan = (kind: string, arbitrary: fc.Arbitrary<Partial<Plan>>) =>
    fc.tuple(input, arbitrary).map(([given, rest]): Plan => ({ ...own, kind, input: given, ...rest }));
  const hasBody = described.operation.method === 'POST' || described.operation.method === 'PATCH';
  const bodies = fc.constantFrom(...hostile.HOSTILE_BODIES).map((body) => ({ body }));
  const types = fc.constantFrom(...hostile.CONTENT_TYPES).map((type) => ({ headers: { 'content-type': type } }));
  const credentials: fc.Arbitrary<Credential> = fc.oneof(
    fc.constantFrom<Credential>('read-only', 'revoked'),
    fc.constantFrom(...hostile.BAD_CREDENTIALS).map((sent) => ({ sent })),
  );
  return fc.oneof(
    { weight: 56, arbitrary: plan('valid', fc.constant({})) },
    {
      weight: 24,
      arbitrary: plan(
        'nearly valid',
        wrong.map((given) => ({ input: given })),
      ),
    },
    {
      weight: 4,
      arbitrary: hasBody
        ? plan('body', bodies)
        : plan(
            'query',
            fc.constantFrom(...QUERY_TRICKS).map((query) => ({ query })),
          ),
    },
    {
      weight: 3,
      arbitrary: hasBody
        ? plan('content type', types)
        : plan(
            'query',
            fc.constantFrom(...QUERY_TRICKS).map((query) => ({ query })),
          ),
    },
    {
      weight: 3,
      arbitrary: plan(
        'path',
        fc.constantFrom(...hostile.PATH_TRICKS).map((pathPart) => ({ pathPart })),
      ),
    },
    {
      weight: 3,
      arbitrary: plan(
        'headers',
        fc.constantFrom(...hostile.HOSTILE_HEADERS).map((headers) => ({ headers: { ...headers } })),
      ),
    },
    {
      weight: 3,
      arbitrary: plan(
        'credential',
        credentials.map((credential) => ({ credential })),
      ),
    },
    {
      weight: 1,
      arbitrary: plan(
        'method',
        fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PROPFIND', 'GET', 'DELETE', 'PATCH').map((method) => ({ method })),
      ),
    },
    {
      weight: 4,
      arbitrary: plan(
        'repeatable',
        fc.nat({ max: 30 }).map((n) => ({ headers: { 'idempotency-key': `fuzz ${n}` } })),
      ),
    },
  );
}
