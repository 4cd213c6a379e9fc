import type { TenantDatabase } from '../../storage/database.js';
import { exportAgents, exportUsers } from './export-groups.js';
import { type ExportEnd, type ExportScope, exportLinks, exportPage, type Place } from './export-statements.js';

/** Memories on a page: as many as make about this many characters, as far as the page before can tell. */
const PAGE_CHARACTERS = 1_000_000;
const PAGE = { first: 100, most: 500, least: 10 };
const GROUPS = 100;
const LINKS = 500;

/** Memories of a scope as JSON, page by page, oldest first. */
export async function* memoryPages(db: TenantDatabase, scope: ExportScope, until: Place | null) {
  if (!until) return;
  let limit = PAGE.first;
  for (let after: Place | null = null; ; ) {
    const { entries, last }: Awaited<ReturnType<typeof exportPage.body>> = await db.run(exportPage, {
      ...scope,
      after,
      until,
      limit,
    });
    if (entries.length > 0) yield entries;
    if (!last || entries.length < limit) return;
    after = last;
    const average = entries.reduce((sum, entry) => sum + entry.length, 0) / entries.length;
    limit = Math.max(PAGE.least, Math.min(PAGE.most, Math.round(PAGE_CHARACTERS / average)));
  }
}

export async function* linkPages(db: TenantDatabase, scope: ExportScope, { link: until }: ExportEnd) {
  if (until === null) return;
  for (let after = ''; ; ) {
    const { entries, last } = await db.run(exportLinks, { ...scope, after, until, limit: LINKS });
    if (entries.length > 0) yield entries;
    if (last === null || entries.length < LINKS) return;
    after = last;
  }
}

/** Each user with each agent, in the order of their names. */
export async function* groups(db: TenantDatabase, { userId, agentId }: ExportScope) {
  for await (const user of userId === null
    ? names((after) => db.run(exportUsers, { after, limit: GROUPS }))
    : [userId]) {
    const agents = (after: string | null) => db.run(exportAgents, { userId: user, after: after ?? '', limit: GROUPS });
    for await (const agent of agentId === null ? names(agents) : [agentId]) yield { userId: user, agentId: agent };
  }
}

async function* names(next: (after: string | null) => Promise<string[]>) {
  for (let page = await next(null); page.length > 0; page = await next(page.at(-1) as string)) {
    yield* page;
    if (page.length < GROUPS) return;
  }
}
