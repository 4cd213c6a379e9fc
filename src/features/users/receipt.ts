import { z } from 'zod';

/** What an erasure leaves behind. */
export const receipt = z.object({
  id: z.string(),
  at: z.number().int().describe('When, in Unix milliseconds.'),
  counts: z
    .record(z.string(), z.number().int())
    .describe(
      'Rows removed, by kind; `index` are vectors, words and sketches, `answers` stored answers to repeatable requests.',
    ),
  sha256: z.string().describe('Over ids and hashes of contents: who kept the export can check it, nobody can read it.'),
  scrubbed_at: z
    .number()
    .int()
    .nullable()
    .describe(
      "When the last byte of it was gone from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL.",
    ),
});
