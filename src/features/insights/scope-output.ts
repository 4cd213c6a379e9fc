import * as z from 'zod';

/** The scope that was examined; null stands for all. */
export const scopeOutput = z.object({ user_id: z.string().nullable(), agent_id: z.string().nullable() });
export const scopeEcho = (input: { user_id?: string | undefined; agent_id?: string | undefined }) => ({
  user_id: input.user_id ?? null,
  agent_id: input.agent_id ?? null,
});
