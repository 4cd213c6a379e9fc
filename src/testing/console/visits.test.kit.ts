import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { EngineName } from '../databases.js';
import { onBothEngines, type TestOptions, type TestService } from '../service.js';

const executablePath = process.env.RECOLLECT_TEST_CHROMIUM;
export const skip = executablePath ? false : 'RECOLLECT_TEST_CHROMIUM is not set to the path of a chromium';

/** In every field that a caller can fill. */
export const HOSTILE =
  '<script>hurt=1</script><img src=x onerror="hurt=1"> [a](javascript:hurt=1) javascript:hurt=1 \u202Egnp.exe';

/** Where pictures of every screen are left, for people to look at. */
const KEPT = process.env.RECOLLECT_TEST_ARTIFACTS ?? process.env.RECOLLECT_TEST_PICTURES;
const AXE = skip ? '' : readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;

export interface VisitOptions {
  as?: string;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** A script that runs before those of the page. */
  init?: string;
}

/** A console of a service of its own, visited with a browser. */
export class Visits {
  service!: TestService;
  key!: string;
  browser!: Browser;
  readonly problems: string[] = [];
  readonly pictures = KEPT ?? mkdtempSync(join(tmpdir(), 'recollect-console-'));

  constructor(readonly engine: EngineName) {
    mkdirSync(this.pictures, { recursive: true });
  }

  async start(service: TestService): Promise<void> {
    this.service = service;
    this.key = (await service.mint()).key;
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    this.browser = await chromium.launch({ executablePath: executablePath as string, headless: true, args });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    if (!KEPT) rmSync(this.pictures, { recursive: true, force: true });
  }

  async page(use: (page: Page) => Promise<void>, { as: _, init, ...options }: VisitOptions = {}): Promise<void> {
    const context = await this.browser.newContext({ viewport: SIZES.desktop, ...options });
    try {
      const page = await context.newPage();
      if (init) await page.addInitScript(init);
      page.on('pageerror', (error) => this.problems.push(error.message));
      page.on('console', (message) => {
        const expected = /Failed to load resource/.test(message.text());
        if (message.type() === 'error' && !expected) this.problems.push(message.text());
      });
      page.on('request', (request) => {
        const isOwn =
          request.url().startsWith(this.service.url) || request.url().startsWith(`blob:${this.service.url}`);
        if (!isOwn) this.problems.push(`It asked for ${request.url()}`);
      });
      await use(page);
    } finally {
      await context.close();
    }
  }

  /** Signed in with a key. */
  visit(use: (page: Page) => Promise<void>, options: VisitOptions = {}): Promise<void> {
    return this.page(async (page) => {
      await page.goto(`${this.service.url}/console`);
      await page.getByLabel('API key').fill(options.as ?? this.key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      await use(page);
    }, options);
  }

  open(page: Page, path: string) {
    return page.goto(`${this.service.url}/console/${path}`);
  }

  async call(method: string, path: string, body?: unknown, key = this.key) {
    const answer = await this.service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Nothing of a text was taken for markup or a script. */
  async isHarmless(page: Page, what: string): Promise<void> {
    const made = await page.evaluate(
      `document.querySelectorAll('#console script, #console img, #console iframe, #console b, a[href^="javascript" i]').length`,
    );
    assert.deepEqual([made, await page.evaluate('window.hurt')], [0, undefined], what);
  }

  /** A picture is kept, nothing sticks out, and axe finds nothing serious. */
  async look(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(this.pictures, `console-${this.engine}-${name}.png`) });
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} fits`);
    await page.evaluate(AXE);
    const found = (await page.evaluate(
      `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
    )) as string[];
    assert.deepEqual(found, [], name);
  }

  /** Each of these at both widths, on the first engine in both schemes. */
  inAllSizes(screens: Record<string, (page: Page) => Promise<void>>, options: () => VisitOptions = () => ({})): void {
    for (const [size, viewport] of Object.entries(SIZES))
      for (const colorScheme of this.engine === 'sqlite' ? SCHEMES : SCHEMES.slice(0, 1))
        it(`at ${size} width, ${colorScheme}: nothing sticks out, and axe finds nothing serious`, { skip }, () =>
          this.visit(
            async (page) => {
              for (const [screen, show] of Object.entries(screens)) {
                await show(page);
                await this.look(page, `${screen}-${size}-${colorScheme}`);
              }
            },
            { ...options(), viewport, colorScheme },
          ),
        );
  }
}

/** A suite on both engines; the last test is that the browser had nothing to complain about. */
export function inBrowser(
  name: string,
  suite: (visits: Visits, engine: EngineName) => void,
  options: TestOptions = {},
  prepare: (visits: Visits) => Promise<void> = async () => {},
): void {
  onBothEngines(name, (start, engine) => {
    const visits = new Visits(engine);
    before(async () => {
      if (skip) return;
      await visits.start(await start(options));
      await prepare(visits);
    });
    after(() => visits.stop());
    suite(visits, engine);
    it('the browser had nothing to complain about, the content security policy neither', { skip }, () => {
      assert.deepEqual(visits.problems, []);
    });
  });
}

export async function eventually(check: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(what);
}
