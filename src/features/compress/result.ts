import { estimateTokens } from '../../text/tokens.js';
import { type Member, sinceOf } from './sql/member.js';

/** Several memories that became one, or would. */
export interface Compressed {
  /** Null in a dry run of `summarize`: it does not exist. */
  compressed_memory_id: string | null;
  label: string | null;
  /** Memories that it stands for and that were superseded or deleted. */
  size: number;
  source_ids: string[];
  from: number;
  to: number;
  tokens_before: number;
  tokens_after: number;
  summary: string;
}

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
