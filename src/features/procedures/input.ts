import * as z from 'zod';
import { agentId, filled, metadata, tags, text, userId } from '../../kernel/fields.js';

/** Together these stay below the limit of one memory. */
export const PROCEDURE_LIMITS = { name: 256, description: 4_000, trigger: 8_000, step: 1_000, steps: 64 } as const;

export const procedureId = text(1, 256).describe("The procedure's id.");

export const procedureInput = z.object({
  agent_id: agentId,
  name: filled(PROCEDURE_LIMITS.name).describe('Its name, unique per agent and user.'),
  steps: z.array(filled(PROCEDURE_LIMITS.step)).min(1).max(PROCEDURE_LIMITS.steps).describe('What to do, in order.'),
  user_id: userId.optional().describe('Whose procedure it is. Default: available to every user.'),
  description: text(0, PROCEDURE_LIMITS.description).optional().describe('What it is good for.'),
  trigger: text(0, PROCEDURE_LIMITS.trigger)
    .optional()
    .describe(
      'Tasks that call for it, one example per line (or separated by ` / ` or ` | `). Each is matched on its own.',
    ),
  tags: tags.optional(),
  metadata: metadata.optional(),
});
type ProcedureInput = z.output<typeof procedureInput>;

/** What a procedure says; two stores with equal parts are the same version. */
export interface ProcedureParts {
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
}

/** Empty texts count as absent. */
export const partsOf = (input: ProcedureInput): ProcedureParts => ({
  name: input.name,
  description: input.description?.trim() ? input.description : null,
  trigger: input.trigger?.trim() ? input.trigger : null,
  steps: input.steps,
});
