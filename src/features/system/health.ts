import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { StatusResponse } from '../../kernel/operation.js';
import { VERSION } from '../../version.js';
import { changing } from '../model/use.js';
import { defineOperation, type Request } from '../request.js';

const check = z.object({ status: z.enum(['ok', 'degraded', 'down', 'off']), detail: z.string().optional() });

export const health = defineOperation({
  id: 'health',
  method: 'GET',
  path: '/health',
  scope: 'none',
  group: 'Service',
  summary: 'Check the health of the service',
  description:
    '200 while it can serve; `checks` shows degraded parts. 503 if the database cannot be reached, and with the status ' +
    '`stopping` while the service stops: calls are still served, but load balancers should send new ones elsewhere.',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'degraded', 'down', 'stopping']),
    version: z.string(),
    uptime_seconds: z.number(),
    checks: z.object({
      store: check.extend({ engine: z.string() }),
      embedder: check.extend({
        model: z.string(),
        pending: whole,
        backlog: whole.nullable(),
        changing: changing.nullable(),
      }),
      llm: check
        .extend({ model: z.string() })
        .optional()
        .describe(
          'Only if a language model is configured. Nothing depends on it: while it is unavailable, local methods take over.',
        ),
    }),
  }),
  async handler(request) {
    const store = await request.vitals.store();
    const { status, model, pending, detail } = request.embedder.state();
    const embedder = {
      status: EMBEDDER_STATUS[status],
      model,
      pending,
      backlog: await request.vitals.backlog(),
      changing: request.models.changing(),
      ...(detail ? { detail } : {}),
    };
    const llm = languageModel(request);
    const well = (embedder.status === 'ok' || embedder.status === 'off') && llm?.status !== 'down';
    const overall =
      store.status === 'down' ? 'down' : request.vitals.stopping() ? 'stopping' : well ? 'ok' : 'degraded';
    const body = {
      status: overall,
      version: VERSION,
      uptime_seconds: request.vitals.uptimeSeconds(),
      checks: { store, embedder, ...(llm ? { llm } : {}) },
    } as const;
    return new StatusResponse(overall === 'down' || overall === 'stopping' ? 503 : 200, body);
  },
});

function languageModel({ llm }: Request) {
  if (!llm) return undefined;
  const { status, model, detail } = llm.state?.() ?? { status: 'ready', model: 'unnamed' };
  return { status: status === 'down' ? ('down' as const) : ('ok' as const), model, ...(detail ? { detail } : {}) };
}

const EMBEDDER_STATUS = { ready: 'ok', starting: 'degraded', down: 'down', off: 'off' } as const;
