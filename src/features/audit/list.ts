import * as z from 'zod';
import { invalidField } from '../../kernel/errors.js';
import { pageInput, pageOf, text, time, userId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { auditEntry, OUTCOMES, outcomeOf } from './record.js';
import type { AuditEntry } from './sql/statements.js';

export const list = defineOperation({
  id: 'audit.list',
  method: 'GET',
  path: '/admin/audit',
  scope: 'admin',
  group: 'Service',
  summary: 'List the audit log, newest first',
  description:
    'Who did what through which key, when and from where. Changes, exports, and memories that were returned to be ' +
    'given to a model each have an entry, with ids and never any content. Other reads and all failed calls are summed up ' +
    'per minute, caller, operation, status and address. A new entry appears within about a second. See `RECOLLECT_AUDIT_DAYS`.',
  input: z.object({
    key_id: text(1, 256).optional().describe('Only this tenant, or this child key or issuer.'),
    user_id: userId.optional().describe('Only entries about this user; needs `key_id`.'),
    action: text(1, 128)
      .optional()
      .describe('Only this operation, such as `memory.store`; `keys.*` matches all that begin with `keys.`.'),
    outcome: z.enum(OUTCOMES).optional(),
    address: text(1, 64).optional().describe('Only calls from this address.'),
    from: time.optional().describe('From this time on. Unix milliseconds or an ISO 8601 string.'),
    to: time.optional().describe('Before this time.'),
    ...pageInput(100, 1_000),
  }),
  output: pageOf({ entries: z.array(auditEntry) }),
  example: { action: 'keys.*', limit: 20 },
  async handler(request, { limit, cursor: given, ...filter }) {
    const { key_id: keyId, user_id, action, outcome, address, from, to } = filter;
    if (user_id !== undefined && keyId === undefined)
      throw invalidField('user_id', 'needs `key_id`: users belong to a key');
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

const toResponse = ({ subjects, ...stored }: AuditEntry): z.output<typeof auditEntry> => ({
  ...stored,
  outcome: outcomeOf(stored.status),
  subjects: subjects === '' ? [] : subjects.split(' '),
});
