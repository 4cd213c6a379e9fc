import * as z from 'zod';
import { type AnyOperation, defineOperation } from '../../features/request.js';
import { RecollectError } from '../../kernel/errors.js';
import { metadata, pageLimit, tags, text, time, userId } from '../../kernel/fields.js';
import { StatusResponse } from '../../kernel/operation.js';

const output = z.any();
const base = { group: 'Test', summary: 'Test', output };

/** What `GET /slow` waits for; the test opens it. */
export class Gate {
  open = () => {};
  entered = () => {};
  ended: (isAborted: boolean | undefined) => void = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
  readonly reached = new Promise<void>((resolve) => {
    this.entered = resolve;
  });
}

export const catalogue = (gate: Gate): AnyOperation[] => [
  defineOperation({
    ...{ ...base, id: 'thing.store', method: 'POST', path: '/things', scope: 'write', success: 201 },
    input: z.object({
      user_id: userId,
      content: text(1, 100_000),
      kind: z.enum(['red', 'green']).default('red'),
      importance: z.number().min(0).max(10).optional(),
      tags: tags.optional(),
      metadata: metadata.optional(),
    }),
    async handler(request, input) {
      request.countTokens(3);
      const thing = { ...input, id: request.ids.next('mem_'), key: request.db.keyId };
      return input.content === 'again' ? new StatusResponse(200, thing) : thing;
    },
  }),
  defineOperation({
    ...{ ...base, id: 'thing.list', method: 'GET', path: '/things', scope: 'read' },
    input: z.object({
      q: text(1, 50).optional(),
      limit: pageLimit(10, 100),
      min_score: z.number().optional(),
      deep: z.boolean().default(false),
      tags: tags.optional(),
      since: time.optional(),
      metadata: metadata.optional(),
    }),
    handler: async (_request, input) => ({ input }),
  }),
  defineOperation({
    ...{ ...base, id: 'thing.get', method: 'GET', path: '/things/{id}', scope: 'read' },
    input: z.object({ id: text(1, 256) }),
    async handler(_request, { id }) {
      if (id === 'none') throw new RecollectError('not_found', 'There is no such thing.');
      return { id };
    },
  }),
  defineOperation({
    ...{ ...base, id: 'thing.change', method: 'PATCH', path: '/things/{id}', scope: 'write' },
    input: z.object({ id: text(1, 256), content: text(1, 10).optional() }),
    handler: async (_request, input) => input,
  }),
  defineOperation({
    ...{ ...base, id: 'thing.only', method: 'POST', path: '/things/only-post', scope: 'write', bodyLimit: 64 },
    input: z.object({ a: z.string() }),
    handler: async (_request, input) => input,
  }),
  defineOperation({
    ...{ ...base, id: 'fault', method: 'POST', path: '/fault', scope: 'key' },
    input: z.object({ how: z.enum(['throw', 'unavailable']).default('throw') }),
    async handler(_request, { how }) {
      if (how === 'throw') throw new Error('near "selec": syntax error in SELECT secret FROM keys');
      throw new RecollectError('unavailable', 'The database is unavailable.', { retryAfter: 2 });
    },
  }),
  defineOperation({
    ...{ ...base, id: 'mint', method: 'POST', path: '/mint', scope: 'issuer', success: 201 },
    input: z.object({}),
    handler: async (request) => ({ caller: request.caller.kind }),
  }),
  defineOperation({
    ...{ ...base, id: 'slow', method: 'GET', path: '/slow', scope: 'none' },
    input: z.object({}),
    async handler(request) {
      gate.entered();
      await gate.opened;
      gate.ended(request.signal?.aborted);
      return { done: true, caller: request.caller };
    },
  }),
];
