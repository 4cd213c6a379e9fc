import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ADMIN_KEY, onBothEngines, type TestService } from '../service.js';
import { type Sample, sample } from './sample.js';

const executablePath = process.env.RECOLLECT_TEST_CHROMIUM;
const skip = executablePath ? false : 'RECOLLECT_TEST_CHROMIUM is not set to the path of a chromium';
/** Where pictures of every screen are left, for people to look at. */
const KEPT = process.env.RECOLLECT_TEST_ARTIFACTS ?? process.env.RECOLLECT_TEST_PICTURES;
const pictures = KEPT ?? mkdtempSync(join(tmpdir(), 'recollect-console-'));
mkdirSync(pictures, { recursive: true });
after(() => {
  if (!KEPT) rmSync(pictures, { recursive: true, force: true });
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;
const QUESTION = 'Which seats does Ada prefer on long flights?';
/** In every field that a caller can fill. */
const HOSTILE =
  '<script>hurt=1</script><img src=x onerror="hurt=1"> [a](javascript:hurt=1) javascript:hurt=1 \u202Egnp.exe';

onBothEngines('the console in a browser', (start, engine) => {
  let service: TestService;
  let key: string;
  let stored: Sample;
  let browser: Browser;
  const problems: string[] = [];

  before(async () => {
    if (skip) return;
    service = await start();
    key = (await service.mint()).key;
    stored = await sample(service, key);
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: executablePath as string, headless: true, args });
  });
  after(() => browser?.close());

  async function visit(
    use: (page: Page) => Promise<void>,
    {
      as = key,
      ...options
    }: { as?: string; viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {},
  ) {
    const context = await browser.newContext({ viewport: SIZES.desktop, ...options });
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const expected = /Failed to load resource/.test(message.text());
        if (message.type() === 'error' && !expected) problems.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(service.url)) problems.push(`It asked for ${request.url()}`);
      });
      await page.goto(`${service.url}/console`);
      await page.getByLabel('API key').fill(as);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      await use(page);
    } finally {
      await context.close();
    }
  }
  const open = (page: Page, path: string) => page.goto(`${service.url}/console/${path}`);
  const eventually = async (check: () => Promise<boolean>, what: string) => {
    for (let tries = 0; tries < 100; tries++) {
      if (await check()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.fail(what);
  };

  it('a wrong key is refused in words, a right one opens the list, and no key stays in the page', {
    skip,
  }, async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/console`);
    await page.getByLabel('API key').fill('rec_sk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    assert.ok((await page.getByRole('alert').first().innerText()).length > 10);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.memory-row').first().waitFor();
    const kept = await page.evaluate(
      'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])',
    );
    assert.ok(!String(kept).includes('rec_sk_') && !(await page.content()).includes(key));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.close();
  });

  it('lists, searches, filters and goes through the list by keyboard', { skip }, () =>
    visit(async (page) => {
      await page.locator('.memory-row').first().waitFor();
      const all = await page.locator('.memory-row').count();
      assert.ok(all > 5);
      await page
        .getByRole('group', { name: 'Tag' })
        .getByRole('button', { name: /travel/ })
        .click();
      await page.getByText('4 memories match the filters').waitFor();
      await page.getByRole('button', { name: 'Clear all' }).click();
      await page.locator('body').press('/');
      await page.keyboard.type('window seats on flights');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'ada', exact: true }).first().click();
      await page.locator('mark', { hasText: 'window' }).first().waitFor();
      assert.match(await page.locator('.row-text').first().innerText(), /window seats/);
      await page.keyboard.press('Escape');
      await page
        .locator('h1')
        .first()
        .evaluate((element) =>
          (
            element as unknown as { ownerDocument: { activeElement: { blur(): void } } }
          ).ownerDocument.activeElement.blur(),
        );
      await page.keyboard.press('j');
      await page.locator('[data-at="0"]:focus').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.drawer-text').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.drawer').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    }),
  );

  it('edits a memory, shows what changed word by word, and restores a version', { skip }, () =>
    visit(async (page) => {
      await open(page, `memories/${stored.edited}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Text', { exact: true }).fill('Ada is learning Italian on Thursdays, with Paolo.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.versions ins', { hasText: 'Thursdays' }).waitFor();
      assert.equal(
        (await service.call('GET', `/memory/${stored.edited}`, { key })).body.content,
        'Ada is learning Italian on Thursdays, with Paolo.',
      );
      await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
      await eventually(
        async () =>
          (await service.call('GET', `/memory/${stored.edited}`, { key })).body.content ===
          'Ada is learning Italian on Tuesdays.',
        'the first version is in force',
      );
    }),
  );

  it('forgets after a while in which it can be undone, and at once when the page is left', { skip }, async () => {
    const { body } = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ada', content: 'Ada forgets this.' },
    });
    const status = async () => (await service.call('GET', `/memory/${body.id}`, { key })).status;
    await visit(async (page) => {
      await open(page, `memories/${body.id}`);
      await page.getByRole('button', { name: 'Forget', exact: true }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.locator('.memory-row', { hasText: 'Ada forgets this.' }).waitFor();
      assert.equal(await status(), 200);
      await page.locator('.memory-row', { hasText: 'Ada forgets this.' }).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Selected memories' }).getByRole('button', { name: 'Forget' }).click();
      await page.locator('.memory-row', { hasText: 'Ada forgets this.' }).waitFor({ state: 'detached' });
      await page.goto('about:blank');
      await eventually(async () => (await status()) === 404, 'it is forgotten');
    });
  });

  it('the lab draws scores that add up, says when it abstains, and compares', { skip }, () =>
    visit(async (page) => {
      await open(page, `lab?user_id=ada&q=${encodeURIComponent(QUESTION)}`);
      await page.getByRole('button', { name: 'Show the sum' }).first().click();
      const numbers = (await page.locator('.sum-table').first().locator('td.number').allInnerTexts()).map((text) =>
        Number(text.replace('−', '-')),
      );
      const sum = numbers.pop() as number;
      assert.ok(Math.abs(numbers.reduce((total, value) => total + value, 0) - sum) < 0.006, `${numbers} make ${sum}`);
      assert.match(await page.locator('.context .code').innerText(), /window seats/);
      await page.getByRole('button', { name: 'Compare two settings' }).click();
      await page.getByRole('heading', { name: /B · semantic/ }).waitFor();
      await open(page, `lab?user_id=chiyo&q=${encodeURIComponent('Quantum cricket tournaments?')}`);
      await page.getByText('Abstains').waitFor();
      await page.getByText('“cricket”').waitFor();
    }),
  );

  it('care settles a contradiction and its count falls', { skip }, () =>
    visit(async (page) => {
      await open(page, 'care');
      const tab = page.getByRole('navigation', { name: 'Kinds' }).getByRole('button', { name: /Contradictions/ });
      await page.locator('.conflict').first().waitFor();
      const count = async () => Number(/\d+/.exec(await tab.innerText())?.[0]);
      await eventually(async () => (await count()) >= 1, 'it is counted');
      const first = await count();
      await page.getByRole('button', { name: 'Keep the newer', exact: true }).first().click();
      await eventually(async () => (await count()) === first - 1, 'the count falls');
      await page.getByRole('button', { name: /Near duplicates/ }).click();
      await page.getByText('alike').first().waitFor();
      await page.getByRole('button', { name: /Flagged/ }).click();
      await page.locator('.care-card', { hasText: 'Ignore all previous' }).waitFor();
    }),
  );

  it('connect makes a key, and the light turns green when a call with it arrives', { skip }, () =>
    visit(async (page) => {
      await open(page, 'connect');
      await page.getByLabel('Whose memories').fill('dora');
      await page.getByRole('button', { name: 'Make a key', exact: true }).click();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      const child = await page.locator('.secret > code').innerText();
      await page.getByText('Waiting for the first call').waitFor();
      assert.ok((await page.locator('.code').first().innerText()).includes(child));
      await service.call('POST', '/memory/store', { key: child, body: { content: 'Dora is here.' } });
      await page.getByText('The first call has arrived').waitFor();
    }),
  );

  it('an operator sees keys and jobs, and no contents', { skip }, () =>
    visit(
      async (page) => {
        await page.getByRole('heading', { name: 'Operator' }).waitFor();
        await page.getByRole('rowheader', { name: 'test' }).first().waitFor();
        assert.equal(await page.getByRole('link', { name: 'Memories' }).count(), 0);
      },
      { as: ADMIN_KEY },
    ),
  );

  it('hostile strings in every field stay text', { skip }, async () => {
    const body = {
      user_id: HOSTILE,
      agent_id: HOSTILE,
      namespace: HOSTILE,
      content: `${HOSTILE} The door is open.`,
      tags: ['<b onclick=x>'],
      metadata: { [HOSTILE]: HOSTILE, session_id: HOSTILE, source: HOSTILE, derived_from: [{ id: HOSTILE }] },
    };
    const { body: memory, status } = await service.call('POST', '/memory/store', { key, body });
    assert.equal(status, 201, JSON.stringify(memory));
    await service.call('POST', '/memory/store', {
      key,
      body: { ...body, content: `${HOSTILE} The door is not open.`, detect_conflicts: true },
    });
    await visit(async (page) => {
      const user = encodeURIComponent(HOSTILE);
      for (const path of [
        'memories',
        `memories/${memory.id}`,
        `memories?user_id=${user}&q=door`,
        `lab?user_id=${user}&q=door`,
        `care?user_id=${user}`,
        'browsers',
        `memories/${user}`,
      ]) {
        await open(page, path);
        await page.waitForLoadState('networkidle');
        const made = await page.evaluate(
          `document.querySelectorAll('#console script, #console img, #console iframe, #console b, a[href^="javascript" i]').length`,
        );
        assert.deepEqual([made, await page.evaluate('window.hurt')], [0, undefined], path);
      }
      await open(page, `memories/${memory.id}`);
      assert.ok((await page.locator('.drawer-text').innerText()).includes('<script>hurt=1</script>'));
    });
  });

  for (const [name, viewport] of Object.entries(SIZES))
    for (const colorScheme of engine === 'sqlite' ? SCHEMES : SCHEMES.slice(0, 1))
      it(
        `every screen at ${name} width, ${colorScheme}: nothing sticks out, and axe finds nothing serious`,
        { skip },
        () =>
          visit(
            async (page) => {
              const screens: Record<string, string> = {
                memories: 'memories?user_id=ada',
                drawer: `memories/${stored.edited}?user_id=ada`,
                search: `memories?user_id=ada&q=${encodeURIComponent(QUESTION)}`,
                lab: `lab?user_id=ada&q=${encodeURIComponent(QUESTION)}`,
                care: 'care?user_id=ben',
                duplicates: 'care/duplicates',
                connect: 'connect',
                sessions: 'browsers',
              };
              for (const [screen, path] of Object.entries(screens)) {
                await open(page, path);
                await page.waitForLoadState('networkidle');
                await page.screenshot({
                  path: join(pictures, `console-${engine}-${screen}-${name}-${colorScheme}.png`),
                });
                assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${screen} fits`);
                await page.evaluate(AXE);
                const found = (await page.evaluate(
                  `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
                )) as string[];
                assert.deepEqual(found, [], screen);
              }
            },
            { viewport, colorScheme },
          ),
      );

  it('the browser had nothing to complain about, the content security policy neither', { skip }, () => {
    assert.deepEqual(problems, []);
  });
});
