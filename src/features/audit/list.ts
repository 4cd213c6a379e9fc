import { z } from 'zod';
import { invalidField } from '../../kernel/errors.js';
import { cursor, pageLimit, text, time, userId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { type AuditEntry, OUTCOMES, outcomeOf } from './sql/statements.js';

const millis = z.number().int();

const entry = z.object({
  id: z.string(),
  at: millis.describe('Unix milliseconds; for a sum, the beginning of its minute.'),
  last_at: millis.describe('The last of its calls.'),
  calls: z.number().int().describe('1 for an entry of its own; more for a sum of calls within a minute.'),
  key_id: z
    .string()
    .nullable()
    .describe('The key whose data it was about; null for operators and callers without one.'),
  actor: z
    .string()
    .describe('`admin`, `anonymous`, or the id of the issuer or key that called; of a child key its own.'),
  action: z
    .string()
    .describe(
      'The id of the operation, such as `memory.store`, or a sign-in, such as `console.signIn`; `*` if several.',
    ),
  status: z.number().int().describe('The HTTP status of the response.'),
  outcome: z.enum(OUTCOMES).describe('`refused`: 401, 403 or 429; `failed`: another error.'),
  via: z.string().describe('`http`, `mcp` or `console`; `*` if several.'),
  address: z.string().describe('Where the call came from; of a sum with IPv6 the /64; `*` if several.'),
  user_ref: z.string().nullable().describe('A pseudonym of the user: equal for equal users of a key.'),
  request_id: z.string().nullable(),
  subjects: z.array(z.string()).describe('Ids of what was changed or handed out, at most 100; never a text.'),
});

export const list = defineOperation({
  id: 'audit.list',
  method: 'GET',
  path: '/admin/audit',
  scope: 'admin',
  group: 'Service',
  summary: 'List the audit log, newest first',
  description:
    'Who did what through which key, when and from where. Changes, exports, and memories that were handed out to be ' +
    'given to a model have an entry each, with ids and never a text. Other reads and all failed calls are summed up ' +
    'per minute, caller, operation, status and address. A new entry appears within about a second. See `RECOLLECT_AUDIT_DAYS`.',
  input: z.object({
    key_id: text(1, 256).optional().describe('Only this tenant, or this child key or issuer.'),
    user_id: userId.optional().describe('Only entries about this user; needs `key_id`.'),
    action: text(1, 128)
      .optional()
      .describe('Only this operation, such as `memory.store`; `keys.*` for all that begin so.'),
    outcome: z.enum(OUTCOMES).optional(),
    address: text(1, 64).optional().describe('Only calls from this address.'),
    from: time.optional().describe('From this time on. Unix milliseconds or an ISO 8601 string.'),
    to: time.optional().describe('Before this time.'),
    limit: pageLimit(100, 1_000),
    cursor: cursor.optional(),
  }),
  output: z.object({ count: z.number().int(), entries: z.array(entry), next_cursor: z.string().nullable() }),
  example: { action: 'keys.*', limit: 20 },
  async handler(request, { limit, cursor: given, ...filter }) {
    const { key_id: keyId, user_id, action, outcome, address, from, to } = filter;
    if (user_id !== undefined && keyId === undefined) {
      throw invalidField('user_id', 'needs `key_id`: users belong to a key');
    }
    const userRef = user_id === undefined ? undefined : request.audit.userRef(keyId ?? '', user_id);
    const name = JSON.stringify(['audit.list', filter]);
    const [at, id] = request.cursors.read(name, given);
    const after = id === undefined ? null : { at: Number(at), id: String(id) };
    const page = { keyId, userRef, action, outcome, address, from, to, after, limit: limit + 1 };
    const found = await request.audit.list(page); // one more than the limit shows whether there is a next page
    const { page: shown, next_cursor } = request.cursors.page(name, found, limit, ['at', 'id']);
    return { count: shown.length, entries: shown.map(toResponse), next_cursor };
  },
});

const toResponse = ({ subjects, ...stored }: AuditEntry): z.output<typeof entry> => ({
  ...stored,
  outcome: outcomeOf(stored.status),
  subjects: subjects === '' ? [] : subjects.split(' '),
});
