import type { TenantDatabase } from '../../storage/database.js';
import { HELD_TYPES } from './envelope.js';
import { groups, heldPages, linkPages, memoryPages } from './export-pages.js';
import { jsonDocument } from './json-document.js';
import { heading, heldMarkdown, linkMarkdown, memoryMarkdown } from './markdown.js';
import type { ExportEnd, ExportedMemory, ExportScope } from './sql/export.js';
import { HELD_NAMES } from './sql/holding-records.js';

export const EXPORT_FORMAT = 'recollect.export.v1';

interface ExportJob {
  db: TenantDatabase;
  scope: ExportScope;
  end: ExportEnd;
  now: number;
}
export type Writer = (job: ExportJob) => AsyncGenerator<string>;

/** Everything except memories, in the order of the document, with the type of its lines. */
const others = ({ db, scope, end }: ExportJob) => [
  { name: 'links', type: 'link', pages: linkPages(db, scope, end) },
  ...HELD_NAMES.map((name) => ({ name, type: HELD_TYPES[name], pages: heldPages(db, name, scope) })),
];

/** A single JSON document. */
export function asJson(job: ExportJob): AsyncGenerator<string> {
  const { db, scope, end, now } = job;
  const memories = { name: 'memories', pages: memoryPages(db, scope, end.memory) };
  const head = { format: EXPORT_FORMAT, exported_at: now };
  return jsonDocument(head, [memories, ...others(job)], (counts) => ({ count: counts.memories, counts }));
}

/** One object per line; the last line marks the export as complete. */
export async function* asLines(job: ExportJob): AsyncGenerator<string> {
  const { db, scope, end, now } = job;
  let before = `${JSON.stringify({ type: 'export', format: EXPORT_FORMAT, exported_at: now })}\n`;
  const counts: Record<string, number> = { memories: 0 };
  const line = (type: string) => (entry: string) => `{"type":"${type}",${entry.slice(1)}\n`;
  for await (const page of memoryPages(db, scope, end.memory)) {
    yield before + page.map(line('memory')).join('');
    before = '';
    counts.memories = (counts.memories ?? 0) + page.length;
  }
  for (const { name, type, pages } of others(job)) {
    counts[name] = 0;
    for await (const page of pages) {
      yield before + page.map(line(type)).join('');
      before = '';
      counts[name] += page.length;
    }
  }
  yield `${before}${JSON.stringify({ type: 'end', count: counts.memories, counts })}\n`;
}

/** For people: memories by user and agent, then the rest. */
export async function* asMarkdown(job: ExportJob): AsyncGenerator<string> {
  const { db, scope, end, now } = job;
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
  for (const { name, pages } of others(job)) {
    const write = name === 'links' ? linkMarkdown : heldMarkdown;
    let title = `\n# ${name[0]?.toUpperCase()}${name.slice(1)}\n`;
    for await (const page of pages) {
      yield before + title + page.map((entry) => write(JSON.parse(entry))).join('');
      [before, title] = ['', ''];
    }
  }
  yield `${before}\n---\n\nEnd of the export: ${count} ${count === 1 ? 'memory' : 'memories'}.\n`;
}
