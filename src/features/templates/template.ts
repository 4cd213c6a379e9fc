import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { KINDS } from '../memories/record.js';

/** One thing to remember, and where it belongs. */
const guideEntry = z.object({
  what: z.string().describe('What to store.'),
  kind: z.enum(KINDS).describe('As which kind of memory.'),
  namespace: z.string(),
  tags: z.array(z.string()),
  importance: z.number().describe('0–10.'),
  ttl_seconds: whole.nullable().describe('How long it is useful; null if until it is superseded.'),
  ask: z.string().describe('A question that finds it again.'),
});

/** A plan of what an agent in a given field should remember. */
export const template = z.object({
  id: z.string(),
  aliases: z.array(z.string()).describe('Other names it can be found by.'),
  name: z.string(),
  description: z.string(),
  capabilities: z.array(z.string()).describe('The capabilities that the agent is registered with.'),
  tags: z.array(z.string()),
  namespaces: z.array(z.string()),
  recommended_memory_types: z.array(z.enum(KINDS)),
  guide: z.array(guideEntry).describe('What to store where.'),
  example: z
    .object({
      user_id: z.string(),
      agent_id: z.string(),
      content: z.string(),
      kind: z.enum(KINDS),
      namespace: z.string(),
      tags: z.array(z.string()),
      importance: z.number(),
      metadata: z.record(z.string(), z.unknown()),
    })
    .describe('A body for `POST /memory/store`.'),
});
export type Template = z.infer<typeof template>;
export type Plan = Omit<Template, 'aliases'>;

export const DAY_SECONDS = 86_400;
