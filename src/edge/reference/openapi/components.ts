import { ERRORS, errorExample, errorSchema } from './responses.js';

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const headers = {
  'X-Request-Id': header('Identifies this call in the logs of the service.'),
  'RateLimit-Policy': header('The limit in force, as in the IETF draft: `"default";q=1200;w=60`.'),
  RateLimit: header('What is left of the limit: `"default";r=1199;t=1`.'),
  'X-RateLimit-Limit': header('Requests per minute that the key may make.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left at this moment.', 'integer'),
  'X-RateLimit-Reset': header('Seconds until the full limit is available again.', 'integer'),
  'Retry-After': header('Seconds to wait before the next attempt.', 'integer'),
  'Idempotent-Replayed': header(
    '`true` if this is the stored response to an earlier call with the same `Idempotency-Key`.',
  ),
};

const EXTRA_HEADERS: Record<number, (keyof typeof headers)[]> = {
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const RATE_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

const point = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const successHeaders = (isAuthenticated: boolean, isRepeatable: boolean) =>
  point(['X-Request-Id', ...(isAuthenticated ? RATE_HEADERS : []), ...(isRepeatable ? ['Idempotent-Replayed'] : [])]);

/** No operation returns it: it is for methods that no operation has. */
const NOT_ALLOWED = '405';

const responses = Object.fromEntries(
  Object.entries(ERRORS)
    .filter(([status]) => status !== NOT_ALLOWED)
    .map(([status, { name, meaning }]) => [
      name,
      {
        description: meaning,
        headers: point(['X-Request-Id', ...(EXTRA_HEADERS[Number(status)] ?? [])]),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: errorExample(Number(status)),
          },
        },
      },
    ]),
);

export const IDEMPOTENCY =
  'Makes a retry safe: the first response is stored for 24 hours and returned again; the same key with another body returns 409, and so does a repetition after something that the response quoted is forgotten.';

export const components = {
  headers,
  responses,
  schemas: { Error: errorSchema },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: IDEMPOTENCY,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key (`rec_sk_…`), or the admin or an issuer credential if an operation requires it.',
    },
  },
};
