import type { Scope } from '../../kernel/operation.js';

/** Who may call, in words. */
export const SCOPES: Record<Scope, { short: string; sentence: string }> = {
  none: { short: 'no key', sentence: 'Needs no key.' },
  read: { short: 'read', sentence: 'Needs a key with the scope `read`.' },
  write: { short: 'write', sentence: 'Needs a key with the scope `write`.' },
  key: { short: 'any key', sentence: 'Needs a valid key, whatever its scopes.' },
  admin: { short: 'admin', sentence: 'Needs the admin credential.' },
  issuer: { short: 'issuer', sentence: 'Needs the admin or an issuer credential.' },
  admin_or_key: { short: 'admin or the key itself', sentence: 'Needs the admin credential, or the key it is about.' },
};
