import type { TenantDatabase } from '../../storage/database.js';
import { PageSize } from './page-size.js';
import {
  type ExportEnd,
  type ExportScope,
  exportAgents,
  exportLinks,
  exportPage,
  exportUsers,
  type Place,
} from './sql/export.js';
import { exportHeld, type HeldName } from './sql/holding-records.js';

const GROUPS = 100;
const LINKS = 500;

/** Memories of a scope as JSON, page by page, oldest first. */
export async function* memoryPages(db: TenantDatabase, scope: ExportScope, until: Place | null) {
  if (!until) return;
  const size = new PageSize();
  for (let after: Place | null = null; ; ) {
    const { limit } = size;
    const { entries, last }: Awaited<ReturnType<typeof exportPage.body>> = await db.run(exportPage, {
      ...scope,
      after,
      until,
      limit,
    });
    if (entries.length > 0) yield entries;
    if (!last || entries.length < limit) return;
    after = last;
    size.learn(entries);
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

export async function* heldPages(db: TenantDatabase, name: HeldName, { userId, agentId }: ExportScope) {
  const scope = { ...(userId !== null && { userId }), ...(agentId !== null && { agentId }) };
  const size = new PageSize();
  for (let after = ''; ; ) {
    const { limit } = size;
    const { entries, last } = await db.run(exportHeld, { name, scope, after, limit });
    if (entries.length > 0) yield entries;
    if (last === null || entries.length < limit) return;
    after = last;
    size.learn(entries);
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
