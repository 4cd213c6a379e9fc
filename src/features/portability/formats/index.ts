import type { JsonObject } from '../../../kernel/fields.js';
import { HELD_TYPES } from '../envelope.js';
import { agentmemo } from './agentmemo.js';
import type { Format } from './format.js';
import { mcpMemory } from './mcp-memory.js';
import { mem0 } from './mem0.js';
import { openmemory } from './openmemory.js';
import { recollect } from './recollect.js';
import { zep } from './zep.js';

export const SOURCES = ['recollect', 'agentmemo', 'mem0', 'zep', 'mcp-memory', 'openmemory'] as const;
export type Source = (typeof SOURCES)[number];

export const FORMATS: Record<Source, Format> = {
  recollect,
  agentmemo,
  mem0,
  zep,
  'mcp-memory': mcpMemory,
  openmemory,
};

const OUR_TYPES = new Set<unknown>(['memory', 'link', 'export', 'end', ...Object.values(HELD_TYPES)]);
const isText = (value: unknown) => typeof value === 'string';
const has = (entry: JsonObject, ...names: string[]) => names.some((name) => entry[name] !== undefined);

/** Detects which service an entry comes from by its fields. An entry that no other service writes is read as our own. */
export function detect(entry: JsonObject): Source {
  if (OUR_TYPES.has(entry.type)) return 'recollect';
  if (has(entry, 'risk') && has(entry, 'outcome_score') && has(entry, 'retrieval_count')) return 'recollect';
  if (has(entry, 'observations', 'relationType', 'entityType')) return 'mcp-memory';
  if (isText(entry.fact) || has(entry, 'uuid', 'uuid_', 'source_node_uuid', 'role_type')) return 'zep';
  if (has(entry, 'primary_sector', 'salience', 'metadata_', 'app_name', 'category_ids')) return 'openmemory';
  if (has(entry, 'state') && has(entry, 'app', 'app_id')) return 'openmemory';
  if (isText(entry.memory) || isText(entry.data) || has(entry, 'expiration_date', 'run_id', 'actor_id')) return 'mem0';
  // Only what our own validation would refuse or misread; the rest is the same in both.
  const early = typeof entry.created_at === 'number' && Math.abs(entry.created_at) < 100_000_000_000;
  if (isText(entry.metadata) || isText(entry.tags) || has(entry, 'memory_type') || early) return 'agentmemo';
  return 'recollect';
}
