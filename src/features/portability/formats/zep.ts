import type { JsonObject } from '../../../kernel/fields.js';
import { type Format, firstText, given, objectOf, tagsOf, tenfold, timeOf } from './format.js';

/** If a fact ended before it began, its beginning is treated as unknown. */
function validity(entry: JsonObject): JsonObject {
  const from = timeOf(entry.valid_at);
  const until = timeOf(entry.invalid_at ?? entry.expired_at);
  const at = (value: unknown) => (typeof value === 'number' ? value : Date.parse(String(value)));
  if (from !== undefined && until !== undefined && at(until) <= at(from)) return { valid_until: until };
  return { valid_from: from, valid_until: until };
}

const common = (entry: JsonObject): JsonObject => ({
  id: firstText(entry.uuid, entry.uuid_),
  user_id: firstText(entry.user_id, entry.graph_id, entry.group_id),
  created_at: timeOf(entry.created_at),
  updated_at: timeOf(entry.updated_at),
});

/** Edges of the graph: a sentence, the relation it expresses, and when it was true. */
function fact(entry: JsonObject, content: string): JsonObject {
  const origin = given({
    relation: entry.name,
    source: entry.source_node_name ?? entry.source_node_uuid,
    target: entry.target_node_name ?? entry.target_node_uuid,
    episodes: entry.episodes ?? entry.episode_uuids,
  });
  return {
    content,
    importance: tenfold(entry.rating),
    tags: tagsOf(typeof entry.name === 'string' ? [entry.name] : []),
    metadata: { ...objectOf(entry.attributes), zep: origin },
    ...validity(entry),
  };
}

/** Messages and episodes: what was said, and by whom. */
function said(entry: JsonObject, content: string): JsonObject {
  const origin = given({ role: entry.role, role_type: entry.role_type, session: entry.session_id ?? entry.thread_id });
  return { content, kind: 'episodic', metadata: { ...objectOf(entry.metadata), zep: origin } };
}

/** Nodes: who or what something is. */
const node = (entry: JsonObject, summary: string): JsonObject => ({
  content: `${entry.name}: ${summary}`,
  tags: tagsOf(entry.labels),
  metadata: { ...objectOf(entry.attributes), zep: given({ node: entry.name }) },
});

export const zep: Format = (entry) => {
  const sentence = firstText(entry.fact);
  const content = firstText(entry.content);
  const summary = firstText(entry.name) && firstText(entry.summary);
  const found =
    (sentence && fact(entry, sentence)) || (content && said(entry, content)) || (summary && node(entry, summary));
  if (!found) return [{ problem: '`fact`, `content` or `summary` is missing: one of them is the text of a Zep entry' }];
  return [{ memory: given({ ...common(entry), ...found }) }];
};
