import * as z from 'zod';
import { conflict, invalid, invalidField } from '../../kernel/errors.js';
import { pageInput, userId, whole } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { keyId } from '../keys/response.js';
import { unknownKey } from '../keys/sql/store.js';
import { exportFormat, exportOperation } from '../portability/export.js';
import { defineOperation, type Request } from '../request.js';
import { eraseUserOf, rowsOf } from './erase.js';
import { exportUser } from './export.js';
import { receipt } from './receipt.js';
import { receipts } from './receipts.js';
import type { Receipt } from './sql/erase.js';
import { eraseKey, eraseSomeOfKey } from './sql/erase-key.js';
import { userNames } from './sql/list.js';

/** Users that are read at once. */
const NAMES = 100;
/** A limit, because callers of a key in force may store memories of new users all the time. */
const MAX_PASSES = 10;

/** Throws unless the key has data of its own. */
async function assertOwnsData({ keys }: Request, id: string): Promise<void> {
  const key = await keys.get(id);
  if (!key) throw unknownKey(id);
  if (!key.parentId) return;
  const { userId } = key.bound ?? {};
  throw conflict(
    `${id} is a child key: its data is that of ${key.parentId}. Send that id, with \`user_id\` ${JSON.stringify(userId)}.`,
  );
}

const EVERY_STATE =
  'The key may be in force, expired or revoked. The id of a child key is refused (409): its data belongs to its parent.';

export const exportKey = defineOperation({
  id: 'keys.export',
  method: 'GET',
  path: '/auth/keys/{id}/data',
  scope: 'admin',
  dataOf: 'id',
  strict: true,
  group: 'Keys',
  summary: "Export a key's data",
  description: `With \`user_id\`, the same document as \`GET /users/{id}/memories\`; without it, the same as \`GET /memory/export\`. ${EVERY_STATE}`,
  input: z.object({
    id: keyId,
    user_id: userId.optional().describe('Only this user. Default: all users of the key.'),
    format: exportFormat,
  }),
  output: z.union([exportUser.output, exportOperation.output]),
  streams: exportOperation.streams ?? [],
  async handler(request, { id, user_id, format }) {
    await assertOwnsData(request, id);
    if (user_id === undefined) return exportOperation.handler(request, { format });
    if (format !== 'json') throw invalidField('format', 'must be `json` with `user_id`');
    return exportUser.handler(request, { id: user_id });
  },
});

export const eraseKeyData = defineOperation({
  id: 'keys.erase',
  method: 'DELETE',
  path: '/auth/keys/{id}/data',
  scope: 'admin',
  dataOf: 'id',
  group: 'Keys',
  summary: "Erase a key's data",
  description:
    'With `user_id`, everything about that user, like `DELETE /users/{id}/memories`; with `all`, everything that callers of the key have stored: ' +
    'its users one after the other, each with a receipt of its own, then agents, webhooks, child keys, the journal and stored responses. The key itself, ' +
    `its counters and its receipts stay; one in force can still be used. It cannot be undone. If it is interrupted, repeat it. ${EVERY_STATE}`,
  input: z.object({
    id: keyId,
    user_id: userId.optional().describe('Only this user.'),
    all: z.boolean().default(false).describe('Everything of the key. Needed if there is no `user_id`.'),
  }),
  output: z.object({
    id: z.string().describe('The key.'),
    user_id: z.string().nullable(),
    forgotten: z.literal(true),
    users: whole.describe('How many users were erased.'),
    rows_deleted: whole.describe('The sum of the counts.'),
    receipt: receipt.describe(
      'Of a whole key: `counts` includes its users, and `sha256` is a hash over the receipts of its users.',
    ),
  }),
  async handler(request, { id, user_id, all }) {
    if ((user_id !== undefined) === all)
      throw invalid('Give either `user_id` (everything of a user) or `all` = true (everything of the key)', [
        { field: 'user_id', message: 'is required unless `all` is true' },
      ]);
    await assertOwnsData(request, id);
    const { kept, users } =
      user_id === undefined ? await eraseAll(request) : { kept: await eraseUserOf(request, user_id), users: 1 };
    const response = { id, user_id: user_id ?? null, forgotten: true as const, users };
    return { ...response, rows_deleted: rowsOf(kept), receipt: kept };
  },
});

export const keyReceipts = defineOperation({
  id: 'keys.erasures',
  method: 'GET',
  path: '/auth/keys/{id}/erasures',
  scope: 'admin',
  dataOf: 'id',
  group: 'Keys',
  summary: "List the receipts of erasures of a key's data",
  description: 'Newest first, like `GET /erasures`.',
  input: z.object({ id: keyId, ...pageInput(50, 200) }),
  output: receipts.output,
  async handler(request, { id, ...page }) {
    await assertOwnsData(request, id);
    return receipts.handler(request, page);
  },
});

async function eraseAll(request: Request): Promise<{ kept: Receipt; users: number }> {
  const { db, now } = request;
  const counts: Record<string, number> = {};
  const add = (more: Record<string, number>) => {
    for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
  };
  const users: Pick<Receipt, 'id' | 'sha256'>[] = [];
  for (let pass = 1, found = 1; found > 0 && pass <= MAX_PASSES; pass++) {
    found = 0;
    for await (const user of usersOf(request)) {
      const { id, sha256, counts: erased } = await eraseUserOf(request, user);
      add(erased);
      users.push({ id, sha256 });
      found++;
    }
  }
  await request.usage.flush(); // it names agents
  for (let more = true; more; ) {
    const some = await db.run(eraseSomeOfKey, null);
    add(some.counts);
    more = some.more;
  }
  const kept = await db.run(eraseKey, { id: request.ids.next(ID_PREFIXES.erasure), now, counts, users });
  return { kept, users: users.length };
}

async function* usersOf({ db }: Request): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const names: string[] = await db.run(userNames, { after, limit: NAMES });
    yield* names;
    if (names.length < NAMES) return;
    after = names.at(-1) as string;
  }
}
