import * as z from 'zod';
import { estimateTokens } from '../../text/tokens.js';
import { type Member, sinceOf } from './sql/member.js';

/** Several memories that became one, or would. */
export const compressedCluster = z.object({
  compressed_memory_id: z.string().nullable().describe('Null in a dry run of `summarize`.'),
  label: z.string().nullable().describe('What it is about, in key phrases.'),
  size: z.number().int().describe('Memories compressed into it.'),
  source_ids: z.array(z.string()),
  from: z.number().int().describe('The earliest time they refer to. Unix milliseconds.'),
  to: z.number().int().describe('The latest. Unix milliseconds.'),
  tokens_before: z.number().int(),
  tokens_after: z.number().int(),
  summary: z.string(),
});
export type Compressed = z.infer<typeof compressedCluster>;

/** The result of a call. */
export interface Done {
  clusters: Compressed[];
  /** Memories about one subject that a summary would not shorten enough. */
  tooDense: number;
}

export function compressed(
  members: readonly Member[],
  sources: readonly Member[],
  made: Pick<Compressed, 'compressed_memory_id' | 'label' | 'summary'>,
): Compressed {
  const times = members.map(sinceOf);
  return {
    ...made,
    size: sources.length,
    source_ids: sources.map((member) => member.id),
    from: Math.min(...times),
    to: Math.max(...times),
    tokens_before: members.reduce((sum, member) => sum + estimateTokens(member.content), 0),
    tokens_after: estimateTokens(made.summary),
  };
}
