import * as z from 'zod';
import { agentId, userId, whole, wholeBetween } from '../../kernel/fields.js';
import { SENTIMENTS } from '../../readers/sentiment/feeling.js';
import { defineOperation } from '../request.js';
import { emotionalRecord } from './record.js';
import { emotionalProfile } from './sql/profile.js';
import { summarize } from './summary.js';
import { TRENDS } from './trend.js';

const RECENT = 10;
const SERIES_DAYS = { usual: 30, most: 365 } as const;

export const profile = defineOperation({
  id: 'emotional.profile',
  method: 'GET',
  path: '/memory/emotional/profile',
  scope: 'read',
  bound: 'fields',
  group: 'Emotional',
  summary: "Show a user's emotional profile and trust score",
  description:
    'Trust starts at 50, moves less with each interaction, decays with a half-life of 60 days, and weighs negative ' +
    'interactions twice; feelings about the world do not move it. The trend compares the two halves of the last 20 ' +
    'interactions; with fewer than 4 it is `unknown`. All figures cover all interactions of the user (with this ' +
    'agent, if given) except `series`, which covers the last `days` days, and `recent`, the last 10 records. The ' +
    'formulas are in docs/emotional.md.',
  input: z.object({
    user_id: userId,
    agent_id: agentId.optional().describe('Only interactions with this agent. Default: all agents.'),
    days: wholeBetween(1, SERIES_DAYS.most)
      .default(SERIES_DAYS.usual)
      .describe(`Length of the series in days, ending today, 1–${SERIES_DAYS.most}.`),
  }),
  output: z.object({
    user_id: z.string(),
    agent_id: z.string().nullable(),
    interactions: whole,
    counts: z
      .object({ positive: whole, negative: whole, neutral: whole })
      .describe('The rest of `interactions` are unknown.'),
    dominant_sentiment: z
      .enum(SENTIMENTS)
      .nullable()
      .describe('The most frequent one; the latest if there is a tie. Null without interactions.'),
    trend: z.enum(TRENDS),
    average_valence: z.number().nullable().describe('−1 to 1, unweighted. Null without interactions.'),
    trust_score: z.number().describe('0–100.'),
    confidence: z.number().describe('0–1: how much evidence supports the trust score.'),
    recent: z.array(emotionalRecord).describe('Newest first.'),
    days: whole.describe('How many days the series covers.'),
    series: z
      .array(z.object({ day: z.string().describe('UTC.'), valence: z.number(), interactions: whole }))
      .describe('Mean valence of each day with interactions, oldest first.'),
  }),
  example: { user_id: 'ada', agent_id: 'support' },
  async handler(request, { user_id, agent_id, days }) {
    const found = await request.db.run(emotionalProfile, {
      userId: user_id,
      agentId: agent_id ?? null,
      now: request.now,
      recent: RECENT,
    });
    const summary = summarize(found, request.now, days);
    return { user_id, agent_id: agent_id ?? null, ...summary, recent: found.recent, days };
  },
});
