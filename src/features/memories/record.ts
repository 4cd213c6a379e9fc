import { z } from 'zod';
import { CATEGORIES } from '../../language/category.js';

export const KINDS = ['semantic', 'episodic', 'procedural', 'working', 'emotional'] as const;
export const OUTCOMES = ['success', 'failure', 'unknown'] as const;

const at = (what: string) => z.number().int().describe(`${what} Unix milliseconds.`);

/** A memory as it is returned everywhere. */
export const memoryRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  kind: z.enum(KINDS),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  namespace: z.string(),
  importance: z.number().describe('0–10.'),
  importance_estimated: z.boolean().describe('True if it was not given but estimated from the content.'),
  tags: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  outcome_score: z.number().describe('0–1: how well acting on it has gone so far; 0.5 without evidence.'),
  category: z.enum(CATEGORIES).describe('Derived from the content.'),
  embedded: z.boolean().describe('False while it waits to be embedded: search by meaning does not find it yet.'),
  valid_from: at('When it became true.').nullable(),
  valid_until: at('When it stopped being true.').nullable(),
  expires_at: at('When it is forgotten automatically.').nullable(),
  verified_at: at('When it was last verified.').nullable(),
  retrieval_count: z.number().int(),
  last_retrieved_at: at('When it was last returned by a search.').nullable(),
  superseded_by: z.string().nullable().describe('The memory that superseded it.'),
  risk: z.number().describe('0–1: how much the text looks like instructions aimed at the agent.'),
  created_at: at('When it was stored.'),
  updated_at: at('When it last changed.'),
});
export type MemoryRecord = z.infer<typeof memoryRecord>;
