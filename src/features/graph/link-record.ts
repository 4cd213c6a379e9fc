import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { fromJson } from '../../storage/json.js';
import { raw } from '../../storage/sql.js';
import type { Row } from '../../storage/statement.js';

export const RELATIONSHIPS = [
  'contradicts',
  'supports',
  'follows',
  'causes',
  'related_to',
  'supersedes',
  'part_of',
] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** A link between two memories, as returned everywhere. */
export const linkRecord = z.object({
  id: z.string(),
  from: z.string().describe('Id of the memory that it starts at.'),
  to: z.string().describe('Id of the memory that it leads to.'),
  relationship: z.enum(RELATIONSHIPS),
  weight: z.number().describe('0–1.'),
  metadata: z.record(z.string(), z.unknown()),
  automatic: z.boolean().describe('True if the service made the link and maintains it.'),
  created_at: whole.describe('Unix milliseconds.'),
});
export type LinkRecord = z.infer<typeof linkRecord>;

export const LINK_COLUMNS = raw('id, from_id, to_id, relationship, weight, metadata, automatic, created_at');

export function toLink(row: Row): LinkRecord {
  return {
    id: row.id,
    from: row.from_id,
    to: row.to_id,
    relationship: row.relationship,
    weight: row.weight,
    metadata: fromJson(row.metadata),
    automatic: row.automatic === 1,
    created_at: row.created_at,
  } as LinkRecord;
}
