import { type Format, given, objectOf, tagsOf, timeOf } from './format.js';

const KINDS = new Set(['semantic', 'episodic', 'procedural', 'working', 'emotional']);
const OUTCOMES = new Set(['success', 'failure', 'unknown']);
const oneOf = (known: Set<string>, ...values: unknown[]) =>
  values.find((value) => typeof value === 'string' && known.has(value));

/** The service whose API this one implements: the same names; metadata and tags may be text, times may be in seconds. */
export const agentmemo: Format = (entry) => {
  const created = timeOf(entry.created_at);
  const ttl = typeof entry.ttl_seconds === 'number' && typeof created === 'number' ? entry.ttl_seconds * 1_000 : null;
  return [
    {
      memory: given({
        id: entry.id,
        user_id: entry.user_id,
        agent_id: entry.agent_id,
        content: entry.content,
        metadata: objectOf(entry.metadata),
        tags: tagsOf(entry.tags),
        importance: entry.importance,
        namespace: entry.namespace || undefined,
        kind: oneOf(KINDS, entry.kind, entry.memory_type, entry.type),
        outcome: oneOf(OUTCOMES, entry.outcome),
        outcome_score: entry.outcome_score,
        valid_from: timeOf(entry.valid_from),
        valid_until: timeOf(entry.valid_until),
        expires_at: timeOf(entry.expires_at) ?? (ttl === null ? undefined : (created as number) + ttl),
        verified_at: timeOf(entry.verified_at),
        superseded_by: entry.superseded_by,
        created_at: created,
        updated_at: timeOf(entry.updated_at),
      }),
    },
  ];
};
