import * as z from 'zod';
import { text, whole } from '../../kernel/fields.js';
import { fromJson } from '../../storage/json.js';
import { raw } from '../../storage/sql.js';
import type { Row } from '../../storage/statement.js';

/** Capabilities per agent, and characters per capability. */
export const MAX_CAPABILITIES = 64;
const capability = text(1, 128);
export const capabilities = z.array(capability).max(MAX_CAPABILITIES).describe('What it can do, in your own words.');
export const description = text(1, 2_000).describe('What it is for.');

/** An agent as it was registered. */
export const agentRecord = z.object({
  id: z.string(),
  name: z.string(),
  agent_id: z.string().describe('The `agent_id` of its memories: its name.'),
  description: z.string().nullable(),
  capabilities: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  template: z.string().nullable().describe('The template applied last.'),
  created_at: whole.describe('Unix milliseconds.'),
  updated_at: whole.describe('Unix milliseconds.'),
});
export type AgentRecord = z.infer<typeof agentRecord>;

export const AGENT_COLUMNS = raw('id, name, description, capabilities, metadata, template, created_at, updated_at');

export function toAgent(row: Row): AgentRecord {
  return {
    id: row.id,
    name: row.name,
    agent_id: row.name,
    description: row.description,
    capabilities: fromJson(row.capabilities),
    metadata: fromJson(row.metadata),
    template: row.template,
    created_at: row.created_at,
    updated_at: row.updated_at,
  } as AgentRecord;
}
