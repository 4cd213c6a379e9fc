import * as z from 'zod';
import { whole, wholeBetween } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { assertOwnKey } from './own-key.js';
import { keyId, keyRecord, secretField, toResponse } from './response.js';

/** 30 days. */
const GRACE_MAX_SECONDS = 2_592_000;

export const rotate = defineOperation({
  id: 'keys.rotate',
  method: 'POST',
  path: '/auth/keys/{id}/rotate',
  scope: 'admin_or_key',
  strict: true,
  bound: 'itself',
  group: 'Keys',
  summary: 'Give a key a new secret',
  description:
    'The admin credential can rotate any key; a key can rotate only itself and its child keys. Id, data and ' +
    'allowance stay the same. The old secret stops working at once, or works alongside the new one for ' +
    '`grace_seconds`. A revoked key cannot be rotated (409).',
  input: z.object({
    id: keyId,
    grace_seconds: wholeBetween(0, GRACE_MAX_SECONDS).default(0).describe('How long the old secret keeps working.'),
  }),
  output: keyRecord.extend({
    key: secretField,
    previous_valid_until: whole.nullable().describe('When the old secret ends; null if it already has.'),
  }),
  secretResponse: true,
  async handler(request, { id, grace_seconds }) {
    await assertOwnKey(request, id);
    const { record, secret, previousUntil } = await request.keys.rotate(id, grace_seconds);
    return { ...toResponse(record), key: secret, previous_valid_until: previousUntil };
  },
});
