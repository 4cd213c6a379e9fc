import * as z from 'zod';
import { pageLimit, whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { readAgents } from './sql/agents.js';
import { flushCounters } from './sums.js';

export const agents = defineOperation({
  id: 'analytics.agents',
  method: 'GET',
  path: '/analytics/agents',
  scope: 'read',
  group: 'Analytics',
  summary: 'Get the activity of each agent',
  description:
    'Every agent that has memories or was named in a call within the last year, busiest first: by requests, then ' +
    'memories, then name. `memories` counts those in force, neither expired nor superseded. `requests` counts calls ' +
    'whose input names the agent, including failed ones; `retrievals` counts questions limited to it. `total` is ' +
    'the number of agents when `limit` shows fewer.',
  input: z.object({ limit: pageLimit(100, 1_000) }),
  output: z.object({
    count: whole.describe('How many are listed.'),
    total: whole.describe('How many there are.'),
    agents: z.array(
      z.object({
        agent_id: z.string(),
        memories: whole,
        requests: whole,
        retrievals: whole,
        last_activity: whole.describe('Its last call, or when its newest memory was stored, in Unix milliseconds.'),
      }),
    ),
  }),
  example: { limit: 20 },
  async handler(request, { limit }) {
    await flushCounters(request);
    const { total, agents: found } = await request.db.run(readAgents, { limit, now: request.now });
    return { count: found.length, total, agents: found };
  },
});
