import * as z from 'zod';
import { text, whole } from '../../kernel/fields.js';
import { PUBLIC_PREFIX, SECRET_PREFIX } from './secret.js';
import type { KeyRecord } from './sql/store.js';

export const keyId = text(1, 256).describe(`A key's public id (\`${PUBLIC_PREFIX}…\`).`);
export const keyName = text(1, 256).describe('What the key is called.');
export const keyScopes = z
  .array(z.enum(['read', 'write']))
  .min(1)
  .transform((scopes) => (['read', 'write'] as const).filter((scope) => scopes.includes(scope)))
  .describe('What the key may do: `read`, `write`.');
export const keyTier = z.enum(['free', 'pro']).describe('`free`: 10,000 memories per month; `pro`: unlimited.');

export const keyAudit = z
  .boolean()
  .describe('Whether its calls are in the audit log; only the admin credential can switch that off.');

/** Shown once, in the response that created it. */
export const secretField = z.string().describe(`The secret (\`${SECRET_PREFIX}…\`). Shown only once: store it safely.`);

export const keyRecord = z.object({
  id: z.string().describe("The key's public id."),
  name: z.string(),
  owner: z.string().describe('Whom to contact about it.'),
  scopes: z.array(z.enum(['read', 'write'])),
  tier: z.enum(['free', 'pro']),
  issued_by: z.string().describe('`admin`, `signup`, or the id of the issuer or parent key.'),
  created_at: whole,
  updated_at: whole,
  expires_at: whole.nullable().describe('From this time on, calls with it return 401; null if it never expires.'),
  revoked_at: whole.nullable().describe('Since when calls with it return 403; null if it is in force.'),
  parent_id: z.string().nullable().describe('The key whose data it works on; null if its own.'),
  bound_to: z
    .object({ user_id: z.string(), agent_id: z.string().nullable(), namespace: z.string().nullable() })
    .nullable()
    .describe("The part of its parent's data that it sees; null if it has no parent."),
  client: z.string().nullable().describe('The application it was granted to at sign-in; null if none.'),
  audit: z.boolean().describe('Whether its calls are in the audit log.'),
});

/** A key as callers see it. */
export const toResponse = (key: KeyRecord): z.output<typeof keyRecord> => ({
  id: key.id,
  name: key.name,
  owner: key.owner,
  scopes: key.scopes,
  tier: key.tier,
  issued_by: key.issuedBy,
  created_at: key.createdAt,
  updated_at: key.updatedAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
  parent_id: key.parentId,
  bound_to: key.bound && {
    user_id: key.bound.userId,
    agent_id: key.bound.agentId,
    namespace: key.bound.namespace,
  },
  client: key.client,
  audit: key.audit,
});
