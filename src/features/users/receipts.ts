import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { pageInput, pageOf, text } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { receipt } from './receipt.js';
import { getReceipt, listReceipts } from './sql/receipt.js';

export const receipts = defineOperation({
  id: 'erasures.list',
  method: 'GET',
  path: '/erasures',
  scope: 'read',
  group: 'Users',
  summary: 'List the receipts of erasures',
  description: 'Newest first. A receipt does not name the user: store its id with the request that it fulfils.',
  input: z.object(pageInput(50, 200)),
  output: pageOf({ erasures: z.array(receipt) }),
  example: { limit: 20 },
  async handler(request, { limit, cursor: given }) {
    const name = JSON.stringify(['erasures.list', request.db.keyId]);
    const [at, id] = request.cursors.read(name, given);
    const after = at === undefined || id === undefined ? null : { at: Number(at), id: String(id) };
    const found = await request.db.run(listReceipts, { after, limit: limit + 1 });
    const { page: erasures, next_cursor } = request.cursors.page(name, found, limit, ['at', 'id']);
    return { count: erasures.length, erasures, next_cursor };
  },
});

export const oneReceipt = defineOperation({
  id: 'erasures.get',
  method: 'GET',
  path: '/erasures/{id}',
  scope: 'read',
  group: 'Users',
  summary: 'Get the receipt of an erasure',
  input: z.object({ id: text(1, 256).describe("The receipt's id.") }),
  output: receipt,
  async handler(request, { id }) {
    const found = await request.db.run(getReceipt, { id });
    if (!found) throw notFound('No erasure has this id');
    return found;
  },
});
