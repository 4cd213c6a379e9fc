import * as z from 'zod';
import { at, whole } from '../../kernel/fields.js';

/** A procedure as returned everywhere. */
export const procedureRecord = z.object({
  id: z.string().describe('Also the id of its memory (of kind `procedural`).'),
  user_id: z.string().nullable().describe('Null if it is available to every user.'),
  agent_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  trigger: z.string().nullable(),
  steps: z.array(z.string()),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  version: whole.describe('Increases when the same name is stored with other content.'),
  uses: whole.describe('Outcomes reported since its steps last changed.'),
  successes: whole,
  failures: whole,
  success_rate: z.number().nullable().describe('The share of uses that succeeded; null before the first.'),
  reliability: z
    .number()
    .describe(
      '0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use.',
    ),
  embedded: z.boolean().describe('False while it waits to be embedded: until then it is matched by words only.'),
  risk: z.number().describe('0–1: how much the text looks like instructions aimed at the agent.'),
  last_used_at: at('When an outcome was last reported.').nullable(),
  created_at: at('When it was first stored.'),
  updated_at: at('When its latest version was stored.'),
});
export type ProcedureRecord = z.infer<typeof procedureRecord>;

/** What a procedure was before its parts changed. */
export const procedureVersion = z.object({
  version: whole,
  replaced_at: at('When the next version replaced it.'),
  description: z.string().nullable(),
  trigger: z.string().nullable(),
  steps: z.array(z.string()),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  successes: whole,
  failures: whole,
});
export type ProcedureVersion = z.infer<typeof procedureVersion>;
