import * as z from 'zod';
import { pageInput, pageOf } from '../../kernel/fields.js';
import { defineOperation, type Request } from '../request.js';
import { issuerOf } from './caller.js';
import { keyRecord, toResponse } from './response.js';
import type { KeyPage } from './sql/store.js';

/** The fields of an operation that returns a page of keys. */
export const keyPage = {
  input: z.object(pageInput(50, 200)),
  output: pageOf({ keys: z.array(keyRecord) }),
  example: { limit: 20 },
};

export const list = defineOperation({
  id: 'keys.list',
  method: 'GET',
  path: '/auth/keys',
  scope: 'issuer',
  group: 'Keys',
  summary: 'List API keys, newest first',
  description:
    'The admin credential sees all keys, an issuer credential those that it minted. Secrets are never shown.',
  ...keyPage,
  handler: (request, input) =>
    pageOfKeys(request, { issuedBy: request.caller.kind === 'admin' ? null : issuerOf(request.caller) }, input),
});

/** One page of the keys that a list covers. */
export async function pageOfKeys(
  request: Request,
  whose: Pick<KeyPage, 'issuedBy' | 'parentId'>,
  { limit, cursor: given }: { limit: number; cursor?: string | undefined },
) {
  const listName = `keys.list ${whose.issuedBy ?? ''}${whose.parentId === undefined ? '' : ` of ${whose.parentId}`}`;
  const after = request.cursors.readCreated(listName, given);
  const found = await request.keys.list({ ...whose, after, limit: limit + 1 }); // one more shows whether there is a next page
  const { page, next_cursor } = request.cursors.page(listName, found, limit, ['createdAt', 'id']);
  return { count: page.length, keys: page.map(toResponse), next_cursor };
}
