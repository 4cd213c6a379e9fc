import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { operations } from '../../../catalog.js';
import { docsPage } from './page.js';

const executablePath = process.env.RECOLLECT_TEST_CHROMIUM;
/** Where to write screenshots of the page for people to look at. */
const pictures = process.env.RECOLLECT_TEST_PICTURES;
const skip = executablePath ? false : 'RECOLLECT_TEST_CHROMIUM is not set to the path of a chromium';
const ARGUMENTS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';

interface Call {
  method: string;
  url: string;
  authorization: string | undefined;
  body: string;
}

describe('the page in a browser', () => {
  const calls: Call[] = [];
  const requested: string[] = [];
  const problems: string[] = [];
  const folders: string[] = [];
  let server: Server;
  let address: string;

  before(async () => {
    server = createServer(async (request, response) => {
      if (request.url === '/docs') {
        const { html, csp } = docsPage(operations, { baseUrl: address, version: '9.8.7' });
        return response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': csp }).end(html);
      }
      const chunks = await request.toArray();
      const { method = '', url = '', headers } = request;
      calls.push({ method, url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      const result = url === '/signup' ? { id: 'rec_pk_1', key: 'rec_sk_fresh' } : { text: '<b>bold</b>', count: 1 };
      response
        .writeHead(201, { 'content-type': 'application/json', 'x-request-id': 'req_7' })
        .end(JSON.stringify(result));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(() => {
    server.closeAllConnections();
    server.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function visit(options: BrowserContextOptions, use: (page: Page, context: BrowserContext) => Promise<void>) {
    const folder = mkdtempSync(join(tmpdir(), 'recollect-chromium-'));
    folders.push(folder);
    const launch = { executablePath: executablePath as string, headless: true, args: ARGUMENTS.split(' ') };
    const context = await chromium.launchPersistentContext(folder, { ...launch, ...options });
    try {
      const page = await context.newPage();
      page.on('request', (request) => requested.push(request.url()));
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`${address}/docs`);
      await use(page, context);
    } finally {
      await context.close();
    }
  }

  test('without JavaScript it shows every operation and no explorer', { skip }, () =>
    visit({ javaScriptEnabled: false }, async (page) => {
      const shown = await page.locator('article.operation').evaluateAll((all) => all.map((one) => one.id));
      assert.deepEqual(shown.toSorted(), operations.map(({ id }) => `op-${id}`).toSorted());
      for (const { id, path } of operations)
        assert.equal(await page.locator(`[id="op-${id}"] .path`).innerText(), path);
      assert.equal(await page.locator('#explorer').isVisible(), false);
    }),
  );

  test('the explorer sends a call and shows the response as text', { skip }, () =>
    visit({}, async (page) => {
      const form = await open(page, 'keys.signup');
      await form.getByLabel('name *').fill('Me');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('201 Created').waitFor();
      assert.equal(await page.locator('#key').inputValue(), 'rec_sk_fresh');
      const search = await open(page, 'memory.retrieve');
      assert.equal(await search.getByText('This needs a key').isVisible(), false);
      await search.getByLabel('q *').fill('a & b?');
      await search.getByLabel('user_id *').fill('ada');
      await search.getByLabel('tags', { exact: true }).fill('x,y');
      await search.getByLabel('metadata', { exact: true }).fill('{"city": "Lisbon"}');
      await search.getByRole('button', { name: 'Send' }).click();
      await search.getByText('"<b>bold</b>"').waitFor();
      const last = calls.at(-1);
      const query = new URL(last?.url ?? '', address).searchParams;
      assert.deepEqual([last?.method, last?.authorization], ['GET', 'Bearer rec_sk_fresh']);
      assert.deepEqual([query.get('q'), query.get('tags'), query.get('metadata.city')], ['a & b?', 'x,y', 'Lisbon']);
      assert.equal(JSON.parse(calls[0]?.body ?? '{}').name, 'Me');
      await search.getByText('Headers').click();
      assert.match(await search.locator('.result').innerText(), /x-request-id: req_7/);
    }),
  );

  test('a reload clears the key unless the box to keep it is checked', { skip }, () =>
    visit({}, async (page) => {
      await page.locator('#key').fill('rec_sk_mine');
      await page.reload();
      assert.equal(await page.locator('#key').inputValue(), '');
      await page.locator('#key').fill('rec_sk_mine');
      await page.locator('#keep').check();
      await page.reload();
      assert.equal(await page.locator('#key').inputValue(), 'rec_sk_mine');
    }),
  );

  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`at ${width} pixels, ${colorScheme}, nothing overflows sideways`, { skip }, () =>
        visit({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
          await open(page, 'memory.store');
          const wide = await page.evaluate('document.documentElement.scrollWidth');
          assert.equal(wide, width);
          if (pictures)
            await page.screenshot({ path: join(pictures, `docs-${width}-${colorScheme}.png`), fullPage: true });
        }),
      );

  test('it loads nothing from other origins, and the browser reports no problems', { skip }, () => {
    assert.ok(requested.length > 0);
    assert.deepEqual(
      requested.filter((url) => !url.startsWith(address) && !url.startsWith('data:')),
      [],
    );
    assert.deepEqual(problems, []);
  });
});

async function open(page: Page, id: string) {
  const operation = page.locator(`[id="op-${id}"]`);
  await operation.getByText('Try it').click();
  return operation.locator('form');
}
