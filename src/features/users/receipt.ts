import * as z from 'zod';
import { whole } from '../../kernel/fields.js';

/** What an erasure leaves behind. */
export const receipt = z.object({
  id: z.string(),
  at: whole.describe('When, in Unix milliseconds.'),
  counts: z
    .record(z.string(), whole)
    .describe(
      'Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent requests.',
    ),
  sha256: z
    .string()
    .describe('A hash over ids and hashes of contents: it can be checked against an export, but reveals no content.'),
  scrubbed_at: whole
    .nullable()
    .describe(
      "When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL.",
    ),
});
