import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Third-party or generated files. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'artifacts']);

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : pagesIn(join(folder, entry.name));
    return entry.name.endsWith('.md') ? [join(folder, entry.name)] : [];
  });
}

const headingsOf = (page: string) =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );

describe('the documents', () => {
  it('link only to files and headings that exist', () => {
    const broken: string[] = [];
    let links = 0;
    for (const page of pagesIn(ROOT)) {
      for (const [, link = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(link) || link.startsWith('/')) continue;
        links++;
        const [path, heading] = link.split('#') as [string, string?];
        const target = path ? resolve(dirname(page), path) : page;
        const isThere = existsSync(target) && (!heading || !target.endsWith('.md') || headingsOf(target).has(heading));
        if (!isThere) broken.push(`${relative(ROOT, page)}: ${link}`);
      }
    }
    assert.deepEqual(broken, []);
    assert.ok(links > 100);
  });
});
