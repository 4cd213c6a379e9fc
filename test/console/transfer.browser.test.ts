import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { sample } from './sample.js';
import { eventually, HOSTILE, inBrowser, skip } from './visits.js';

/** A browser that cannot write to files that the person chooses. */
const WITHOUT_FILES = 'window.showSaveFilePicker = undefined;';
/** One that can: the test can read what is written. */
const WITH_FILES = `window.written = []; window.isWhole = false; window.aborted = false;
  window.showSaveFilePicker = async ({ suggestedName }) => {
    window.suggested = suggestedName;
    return { createWritable: async () => ({
      write: async (bytes) => { window.written.push(new TextDecoder().decode(bytes)); },
      close: async () => { window.isWhole = true; },
      abort: async () => { window.aborted = true; },
    }) };
  };`;

const entry = (n: number) => ({ user_id: 'ida', agent_id: `agent ${n}`, content: `Entry ${n} of the notes.` });
const linesOf = (entries: readonly unknown[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join('');

inBrowser(
  'import and export in a browser',
  (visits) => {
    const choose = (page: Page, name: string, text: string | Buffer) =>
      page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });
    const rowOf = async (page: Page, kind: string) =>
      (await page.getByRole('row').filter({ hasText: kind }).getByRole('cell').allInnerTexts()).map((text) =>
        Number(text.replaceAll(',', '')),
      );
    const countOf = async (key: string) => (await visits.call('GET', '/memory/facets', undefined, key)).total;

    it('streams an export into a file, and reports whether it is complete', { skip }, () =>
      visits.visit(
        async (page) => {
          await visits.open(page, 'transfer');
          await page.getByRole('button', { name: 'Export', exact: true }).click();
          await page.getByText(/^Done: \d+ memories/).waitFor();
          const text = String(await page.evaluate(`window.written.join('')`));
          const lines = text.trim().split('\n');
          const end = JSON.parse(lines.at(-1) ?? '');
          assert.deepEqual([end.type, await page.evaluate('window.isWhole')], ['end', true]);
          assert.equal(lines.filter((line) => line.startsWith('{"type":"memory"')).length, end.count);
          assert.match(String(await page.evaluate('window.suggested')), /^recollect-.*\.ndjson$/);
          // An export that is cut off leaves no file.
          await page.route('**/memory/export?*', (route) =>
            route.fulfill({ contentType: 'application/x-ndjson', body: lines.slice(0, 3).join('\n') }),
          );
          await page.evaluate('window.isWhole = false');
          await page.getByRole('button', { name: 'Export', exact: true }).click();
          await page.getByText('The export was cut off').waitFor();
          assert.deepEqual(await page.evaluate('[window.isWhole, window.aborted]'), [false, true]);
        },
        { init: WITH_FILES },
      ),
    );

    it('exports one user as a download if the browser cannot write files', { skip }, () =>
      visits.visit(
        async (page) => {
          await visits.open(page, 'transfer');
          await page.getByText('This browser cannot write to a file').waitFor();
          await page.getByLabel('User', { exact: true }).fill('ben');
          await page.getByLabel('Format').selectOption('json');
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Export', exact: true }).click(),
          ]);
          const document = JSON.parse(readFileSync(await download.path(), 'utf8'));
          assert.ok(document.memories.length > 2);
          assert.ok(document.memories.every(({ user_id }: { user_id: string }) => user_id === 'ben'));
          await page.getByLabel('Format').selectOption('everything');
          const [whole] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Export', exact: true }).click(),
          ]);
          assert.equal(JSON.parse(readFileSync(await whole.path(), 'utf8')).format, 'recollect.user.v1');
        },
        { init: WITHOUT_FILES },
      ),
    );

    it('does a dry run, imports a file in pieces and reports refused lines', { skip }, async () => {
      const { key } = await visits.service.mint();
      const entries: unknown[] = Array.from({ length: 1_200 }, (_, n) => entry(n));
      entries[700] = { user_id: 'ida' };
      entries[1_100] = entry(3);
      const text = linesOf(entries).replace(JSON.stringify(entry(1_001)), '{"user_id": "ida", "content": ');
      await visits.visit(
        async (page) => {
          const pieces: number[] = [];
          page.on('request', (request) => {
            if (request.url().includes('/memory/import')) pieces.push(request.postData()?.length ?? 0);
          });
          await visits.open(page, 'transfer');
          await choose(page, 'notes.ndjson', text);
          await page.getByRole('button', { name: 'Dry run' }).click();
          await page.getByText('What an import would do').waitFor();
          assert.equal(await countOf(key), 0);
          await importButton(page).click();
          await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
          assert.deepEqual(await rowOf(page, 'Memories'), [1_197, 1, 2]);
          assert.equal(await countOf(key), 1_197);
          assert.equal(pieces.length, 6);
          const refused = await page.locator('.refused li').allInnerTexts();
          assert.match(refused[0] ?? '', /^Line 701 .*content/);
          assert.match(refused[1] ?? '', /^Line 1,002 .*JSON/);
          await importButton(page).click();
          await eventually(async () => (await rowOf(page, 'Memories'))[1] === 1_198, 'a second time adds nothing');
        },
        { as: key },
      );
    });

    it('continues an import where it was interrupted', { skip }, async () => {
      const { key } = await visits.service.mint();
      await visits.visit(
        async (page) => {
          await visits.open(page, 'transfer');
          await choose(page, 'notes.jsonl.gz', gzipSync(linesOf(Array.from({ length: 1_300 }, (_, n) => entry(n)))));
          let passed = 0;
          await page.route('**/memory/import*', (route) =>
            ++passed === 2
              ? route.fulfill({
                  ...{ status: 403, contentType: 'application/json' },
                  body: JSON.stringify({ error: { code: 'missing_scope', message: 'Not now.' } }),
                })
              : route.continue(),
          );
          await importButton(page).click();
          await page.getByText(/Not now\..*Already imported: 500 entries/).waitFor();
          await page.getByRole('button', { name: 'Continue from line 501' }).click();
          await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
          assert.deepEqual([await rowOf(page, 'Memories'), passed], [[1_300, 0, 0], 4]);
          assert.equal(await countOf(key), 1_300);
        },
        { as: key },
      );
    });

    it('imports documents too, and reports files that cannot be imported', { skip }, async () => {
      const { key } = await visits.service.mint();
      const document = await visits.call('GET', '/memory/export');
      await visits.visit(
        async (page) => {
          await visits.open(page, 'transfer');
          await choose(page, 'export.json', JSON.stringify(document, null, 1));
          await importButton(page).click();
          await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
          assert.equal((await rowOf(page, 'Memories'))[0], document.count);
          assert.equal((await rowOf(page, 'Links'))[0], document.links.length);
          // No message is that of the file before.
          for (const [name, text, message] of [
            ['page.json', '<html>', /not JSON/],
            ['other.json', '{\n"a": 1}', /not an export/],
            ['empty.json', '', /not JSON/],
            ['empty.ndjson', '', /is empty/],
          ] as const) {
            await choose(page, name, text);
            await importButton(page).click();
            await page.getByRole('alert').filter({ hasText: message }).waitFor();
          }
        },
        { as: key },
      );
    });

    it('hostile strings in a file stay text', { skip }, async () => {
      const { key } = await visits.service.mint();
      const lines = [
        { user_id: HOSTILE, content: HOSTILE, tags: [HOSTILE] },
        { user_id: 'ida', content: 'x', [HOSTILE]: HOSTILE, kind: HOSTILE },
      ];
      await visits.visit(
        async (page) => {
          await visits.open(page, 'transfer');
          await choose(page, `${HOSTILE.replaceAll('/', '')}.ndjson`, linesOf(lines));
          await importButton(page).click();
          await page.locator('.report').waitFor();
          await page.getByRole('button', { name: 'API call for “Import”' }).click();
          await visits.isHarmless(page, 'import');
        },
        { as: key },
      );
    });

    visits.inAllSizes({
      transfer: async (page) => {
        await visits.open(page, 'transfer');
        await page.getByRole('heading', { name: 'Backup', exact: true }).waitFor();
      },
      'import-report': async (page) => {
        await choose(page, 'notes.ndjson', linesOf([entry(1), { user_id: 'ida' }, entry(2)]));
        await page.getByRole('button', { name: 'Dry run' }).click();
        await page.getByText('What an import would do').waitFor();
        await page.locator('.report').scrollIntoViewIfNeeded();
      },
    });
  },
  {},
  async (visits) => {
    await sample(visits.service, visits.key);
  },
);
