import * as z from 'zod';
import { userId, whole, wholeBetween } from '../../kernel/fields.js';
import { CATEGORIES } from '../../readers/category.js';
import { composingUnits } from '../context/compose-task.js';
import { standingsNow } from '../context/over.js';
import { pruneContradicted } from '../context/prune-contradicted.js';
import { detailsOf } from '../context/sql/statements.js';
import { filterFields, filterOf } from '../memories/search/filter.js';
import { defineOperation } from '../request.js';
import { composeProfile } from './profile-task.js';
import { profileRows } from './sql/profile.js';

/** Statements considered: more than this do not fit on a page. */
const MAX_STATEMENTS = 500;

const { agent_id, namespace, as_of } = filterFields;

export const profile = defineOperation({
  id: 'memory.profile',
  method: 'GET',
  path: '/memory/profile',
  scope: 'read',
  bound: 'fields',
  group: 'Conversations',
  summary: 'Get what is known about a user now',
  description:
    'A page about a user: what holds now, grouped, each fact once, with its date and the turns it comes from. ' +
    'Superseded, contradicted and expired memories are left out, and so are texts that look like instructions. ' +
    '`text` is ready for a prompt and stays within `max_tokens`; the most important comes first.',
  input: z.object({
    user_id: userId,
    ...{ agent_id, namespace, as_of },
    max_tokens: wholeBetween(100, 32_000).default(8_000).describe('For `text`; counted with o200k_base.'),
  }),
  output: z.object({
    user_id: z.string(),
    groups: z.array(
      z.object({
        category: z.enum(CATEGORIES),
        title: z.string(),
        statements: z.array(
          z.object({
            id: z.string().describe('The memory that states it.'),
            text: z.string(),
            since: whole.describe('When it began to be true, or was stored. Unix milliseconds.'),
            importance: z.number(),
            sources: z.array(z.string()).describe('The conversation turns it was derived from.'),
          }),
        ),
      }),
    ),
    text: z.string().describe('The same as text for a prompt; empty if nothing is known.'),
    token_count: whole,
    truncated: z.boolean().describe('True if more is known than fits into `max_tokens`.'),
  }),
  example: { user_id: 'ada', max_tokens: 500 },
  async handler(request, { user_id, max_tokens, ...asked }) {
    const filter = filterOf({ ...asked, include_expired: false, include_superseded: false });
    const rows = await request.db.run(profileRows, {
      userId: user_id,
      filter,
      limit: MAX_STATEMENTS,
      now: request.now,
    });
    const model = request.embedder.model.id;
    const ids = rows.map(({ id }) => id);
    const details = await request.db.run(detailsOf, { ids, model, filter, includeFlagged: false, now: request.now });
    const scored = await standingsNow(rows, filter.as_of ?? request.now);
    const found = pruneContradicted(scored, details, { model, needed: 'portrait' });
    const { groups, text, tokens, truncated } = await request.compute.run(
      composeProfile,
      { found, maxTokens: max_tokens },
      { flow: request.db.keyId, units: composingUnits(found), signal: request.signal },
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      user_id,
      groups: groups.map(({ category, title, entries }) => ({
        ...{ category, title },
        statements: entries.map(({ id, text: said }) => {
          const row = byId.get(id) as (typeof rows)[number];
          const { importance, sources } = row;
          return { id, text: said, since: row.valid_from ?? row.created_at, importance, sources };
        }),
      })),
      text,
      token_count: tokens,
      truncated: truncated || rows.length === MAX_STATEMENTS,
    };
  },
});
