import { LIMITS } from '../../kernel/fields.js';
import { ID_PREFIXES, randomIds } from '../../kernel/ids.js';
import { riskOf } from '../../readers/risk/risk.js';
import { metadataBytes } from '../memories/merge.js';
import { highestImportance } from '../memories/reading/importance.js';
import { type MemoryRecord, memoryRecord } from '../memories/record.js';
import { type Member, sinceOf } from './sql/member.js';

/** The tag by which summaries can be listed. */
export const COMPRESSED_TAG = 'compressed';

/** Not the request's ids: a request repeated after a crash continues with other clusters, under other ids. */
const ids = randomIds(() => Date.now());

const latest = (times: readonly (number | null)[]) => {
  const known = times.filter((time) => time !== null);
  return known.length ? Math.max(...known) : null;
};

/** Metadata keys that every source has with the same value: filters that matched the sources match the summary too. */
function common(members: readonly Member[]): Record<string, unknown> {
  const [first, ...others] = members.map((member) => member.metadata);
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([key, value]) =>
      others.every((other) => key in other && JSON.stringify(other[key]) === JSON.stringify(value)),
    ),
  );
}

/** The sources' keys and the summary's own, or only its own if both together exceed the metadata limit. */
function fitting(shared: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const both = { ...shared, ...own };
  return metadataBytes(both) <= LIMITS.metadataBytes ? both : own;
}

/** Of equally frequent values the first. */
function mostFrequent(values: readonly unknown[]): unknown {
  const counts = new Map<string, number>();
  const texts = values.map((value) => JSON.stringify(value));
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values[texts.findIndex((text) => counts.get(text) === most)];
}

/**
 * The memory that stands for its sources. It takes their place in time: compression does not make anything old new. A field without a rule here has
 * the value that most sources have; they all share one scope.
 */
export function summaryMemory(
  members: readonly Member[],
  { content, label, by }: { content: string; label: string | null; by: 'local' | 'llm' },
  now: number,
): MemoryRecord {
  const newest = Math.max(...members.map((member) => member.created_at));
  const began = Math.max(...members.map(sinceOf));
  const verified = members.map((member) => member.verified_at);
  const outcomes = new Set(members.map((member) => member.outcome));
  const from = Math.min(...members.map(sinceOf));
  const fields = Object.keys(memoryRecord.shape) as (keyof MemoryRecord)[];
  const usual = fields.map((field) => [field, mostFrequent(members.map((member) => member[field]))]);
  return {
    ...(Object.fromEntries(usual) as MemoryRecord),
    id: ids.next(ID_PREFIXES.memory),
    content,
    metadata: fitting(common(members), {
      ...(label ? { label } : {}),
      ...(by === 'llm' ? { summarized_by: by } : {}),
      ...{ compressed_from: members.length, from, to: began, sources: members.map((member) => member.id) },
    }),
    ...highestImportance(members),
    tags: [...new Set([COMPRESSED_TAG, ...members.flatMap((member) => member.tags)])].slice(0, LIMITS.tags),
    ...(outcomes.size > 1 && { outcome: 'unknown' as const }),
    outcome_score: members.reduce((sum, member) => sum + member.outcome_score, 0) / members.length,
    embedded: false,
    valid_from: began === newest ? null : began,
    valid_until: null,
    expires_at: null,
    verified_at: verified.includes(null) ? null : Math.min(...(verified as number[])),
    retrieval_count: members.reduce((sum, member) => sum + member.retrieval_count, 0),
    last_retrieved_at: latest(members.map((member) => member.last_retrieved_at)),
    superseded_by: null,
    risk: Math.max(riskOf(content), ...members.map((member) => member.risk)),
    created_at: newest,
    updated_at: now,
  };
}
