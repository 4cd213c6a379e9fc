import * as z from 'zod';
import { whole } from '../../kernel/fields.js';

export const OUTCOMES = ['ok', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const REFUSED = [401, 403, 429];
export const outcomeOf = (status: number): Outcome =>
  status < 400 ? 'ok' : REFUSED.includes(status) ? 'refused' : 'failed';

const millis = whole;

/** An entry as the operation returns it. */
export const auditEntry = z.object({
  id: z.string(),
  at: millis.describe('Unix milliseconds; for a sum, the beginning of its minute.'),
  last_at: millis.describe('The last of its calls.'),
  calls: whole.describe('1 for an entry of its own; more for a sum of calls within a minute.'),
  key_id: z.string().nullable().describe('The key whose data it was about; null if it was about no data of a key.'),
  actor: z
    .string()
    .describe('`admin`, `anonymous`, or the id of the issuer or key that called; for a child key, its own id.'),
  action: z
    .string()
    .describe(
      'The id of the operation, such as `memory.store`, or a sign-in, such as `console.signIn`; `*` if several.',
    ),
  status: whole.describe('The HTTP status of the response.'),
  outcome: z.enum(OUTCOMES).describe('`refused`: 401, 403 or 429; `failed`: another error.'),
  via: z.string().describe('`http`, `mcp` or `console`; `*` if several.'),
  address: z.string().describe('Where the call came from; for a sum of IPv6 calls, the /64; `*` if several.'),
  user_ref: z.string().nullable().describe('A pseudonym of the user: always the same for the same user of a key.'),
  request_id: z.string().nullable(),
  subjects: z.array(z.string()).describe('Ids of what was changed or returned, at most 100; never any content.'),
});
