import type { TenantDatabase } from '../../storage/database.js';
import { groups, linkPages, memoryPages } from './export-pages.js';
import type { ExportEnd, ExportedMemory, ExportScope } from './export-statements.js';
import { heading, memoryMarkdown } from './markdown.js';

export const EXPORT_FORMAT = 'recollect.export.v1';

export interface ExportJob {
  db: TenantDatabase;
  scope: ExportScope;
  end: ExportEnd;
  now: number;
}
export type Writer = (job: ExportJob) => AsyncGenerator<string>;

/** One document. The count comes last: it is what was written, and a document without its end does not parse. */
export async function* asJson({ db, scope, end, now }: ExportJob): AsyncGenerator<string> {
  let before = `{"format":"${EXPORT_FORMAT}","exported_at":${now},"memories":[\n`;
  let count = 0;
  for await (const page of memoryPages(db, scope, end.memory)) {
    yield before + page.join(',\n');
    count += page.length;
    before = ',\n';
  }
  before = `${count === 0 ? before : ''}\n],"links":[\n`;
  let isFirst = true;
  for await (const page of linkPages(db, scope, end)) {
    yield (isFirst ? before : ',\n') + page.join(',\n');
    isFirst = false;
  }
  yield `${isFirst ? before : ''}\n],"episodes":[],"procedures":[],"emotional":[],"count":${count}}\n`;
}

/** One object a line; the last line says that it is whole. */
export async function* asLines({ db, scope, end, now }: ExportJob): AsyncGenerator<string> {
  let before = `${JSON.stringify({ type: 'export', format: EXPORT_FORMAT, exported_at: now })}\n`;
  let count = 0;
  for await (const page of memoryPages(db, scope, end.memory)) {
    yield before + page.map((entry) => `{"type":"memory",${entry.slice(1)}\n`).join('');
    before = '';
    count += page.length;
  }
  for await (const page of linkPages(db, scope, end)) {
    yield page.map((entry) => `{"type":"link",${entry.slice(1)}\n`).join('');
  }
  yield `${before}${JSON.stringify({ type: 'end', count })}\n`;
}

/** For people: by user and agent. */
export async function* asMarkdown({ db, scope, end, now }: ExportJob): AsyncGenerator<string> {
  let count = 0;
  let before = `# Memories\n\nExported ${new Date(now).toISOString()}.\n`;
  let user: string | null = null;
  for await (const group of groups(db, scope)) {
    let isFirst = true;
    for await (const page of memoryPages(db, group, end.memory)) {
      if (isFirst) before += heading(group, group.userId !== user);
      user = group.userId;
      yield before + page.map((entry) => memoryMarkdown(JSON.parse(entry) as ExportedMemory)).join('');
      [before, isFirst] = ['', false];
      count += page.length;
    }
  }
  yield `${before}\n---\n\nEnd of the export: ${count} ${count === 1 ? 'memory' : 'memories'}.\n`;
}
