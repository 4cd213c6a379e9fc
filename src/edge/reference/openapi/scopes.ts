import type { Scope } from '../../../kernel/operation.js';

/** Who may call an operation, in words. */
export const SCOPES: Record<Scope, { short: string; sentence: string }> = {
  none: { short: 'no key', sentence: 'Requires no key.' },
  read: { short: 'read', sentence: 'Requires a key with the scope `read`.' },
  write: { short: 'write', sentence: 'Requires a key with the scope `write`.' },
  key: { short: 'any key', sentence: 'Requires any valid key.' },
  admin: { short: 'admin', sentence: 'Requires the admin credential.' },
  issuer: { short: 'issuer', sentence: 'Requires the admin or an issuer credential.' },
  admin_or_key: { short: 'admin or the key itself', sentence: 'Requires the admin credential or the key itself.' },
};
