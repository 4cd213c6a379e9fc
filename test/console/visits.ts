import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import type { EngineName } from '../support/databases.js';
import { onBothEngines, type TestOptions, type TestService } from '../support/service.js';

const executablePath = process.env.RECOLLECT_TEST_CHROMIUM;
export const skip = executablePath ? false : 'RECOLLECT_TEST_CHROMIUM is not set to the path of a chromium';

/** Used in every field that a caller can fill. */
export const HOSTILE =
  '<script>hurt=1</script><img src=x onerror="hurt=1"> [a](javascript:hurt=1) javascript:hurt=1 \u202Egnp.exe';

/** Where screenshots of every screen are kept for people to look at. */
const KEPT = process.env.RECOLLECT_TEST_ARTIFACTS ?? process.env.RECOLLECT_TEST_PICTURES;
const AXE = skip ? '' : readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
export const PHONE = SIZES.phone;
const SCHEMES = ['light', 'dark'] as const;
const CONTRAST = ['color-contrast'];
/** Stays open while Live is shown. */
const STREAM = /\/memory\/events\?/;

/** Shared by all suites of a file. */
let browser: Promise<Browser> | undefined;
const launched = () => {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  browser ??= chromium.launch({ executablePath: executablePath as string, headless: true, args });
  return browser;
};
after(async () => (await browser)?.close());

interface VisitOptions {
  as?: string;
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  isMobile?: boolean;
  /** A script that runs before those of the page. */
  init?: string;
}

/** Which key's screens are shown. */
interface Seen {
  of?: string;
  as?: () => Promise<string>;
  schemes?: readonly (typeof SCHEMES)[number][];
}

/** The console of its own service, opened in a browser. */
export class Visits {
  service!: TestService;
  key!: string;
  readonly #traffic = new WeakMap<Page, { begun: number; open: Set<Request> }>();
  readonly problems: string[] = [];
  readonly pictures = KEPT ?? mkdtempSync(join(tmpdir(), 'recollect-console-'));

  constructor(readonly engine: EngineName) {
    mkdirSync(this.pictures, { recursive: true });
  }

  async start(service: TestService): Promise<void> {
    this.service = service;
    this.key = (await service.mint()).key;
  }

  stop(): void {
    if (!KEPT) rmSync(this.pictures, { recursive: true, force: true });
  }

  async page(use: (page: Page) => Promise<void>, { as: _, init, ...options }: VisitOptions = {}): Promise<void> {
    const context = await (await launched()).newContext({
      ...{ ...SIZES.desktop, reducedMotion: 'reduce' },
      ...options,
    });
    try {
      const page = await context.newPage();
      if (init) await page.addInitScript(init);
      page.on('pageerror', (error) => this.problems.push(error.message));
      page.on('console', (message) => {
        const expected = /Failed to load resource/.test(message.text());
        if (message.type() === 'error' && !expected) this.problems.push(message.text());
      });
      const traffic = { begun: 0, open: new Set<Request>() };
      this.#traffic.set(page, traffic);
      page.on('request', (request) => {
        const isOwn =
          request.url().startsWith(this.service.url) || request.url().startsWith(`blob:${this.service.url}`);
        if (!isOwn) this.problems.push(`It asked for ${request.url()}`);
        if (STREAM.test(request.url())) return;
        traffic.begun++;
        traffic.open.add(request);
      });
      for (const end of ['requestfinished', 'requestfailed'] as const)
        page.on(end as 'requestfinished', (request) => traffic.open.delete(request));
      await use(page);
    } finally {
      await context.close();
    }
  }

  /** Signs in with a key; no page is open yet. */
  visit(use: (page: Page) => Promise<void>, options: VisitOptions = {}): Promise<void> {
    return this.page(async (page) => {
      const response = await page.request.post(`${this.service.url}/console/session`, {
        headers: { origin: this.service.url },
        data: { key: options.as ?? this.key },
      });
      assert.equal(response.status(), 200, await response.text());
      await use(page);
    }, options);
  }

  open(page: Page, path: string) {
    return page.goto(`${this.service.url}/console/${path}`);
  }

  /** Opens a screen and waits until it shows what it requested. */
  async see(page: Page, path: string): Promise<void> {
    await this.open(page, path);
    await this.waitUntilIdle(page);
  }

  /** Waits until every response has arrived and is drawn, and the page has requested nothing more. */
  async waitUntilIdle(page: Page): Promise<void> {
    const traffic = this.#traffic.get(page) ?? { begun: 0, open: new Set() };
    await eventually(async () => {
      const { begun } = traffic;
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
      );
      const isWaiting = await page.evaluate(`document.querySelector('.loading, [aria-busy="true"]') !== null`);
      return traffic.open.size === 0 && traffic.begun === begun && !isWaiting;
    }, `${page.url()} comes to rest`);
  }

  async call(method: string, path: string, body?: unknown, key = this.key) {
    const response = await this.service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** No part of a text was interpreted as markup or script. */
  async isHarmless(page: Page, what: string): Promise<void> {
    const made = await page.evaluate(
      `document.querySelectorAll('#console script, #console img, #console iframe, #console b, a[href^="javascript" i]').length`,
    );
    assert.deepEqual([made, await page.evaluate('window.hurt')], [0, undefined], what);
  }

  /** Takes a screenshot, and checks that nothing overflows. */
  async screenshot(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(this.pictures, `console-${name}.png`) });
    // Not `innerWidth`: on a phone it grows with content that overflows.
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    assert.ok(width <= (page.viewportSize()?.width ?? 0), `${name} fits`);
  }

  /** Axe finds nothing serious, with all of its rules or some of them. */
  async isAccessible(page: Page, name: string, rules?: readonly string[]): Promise<void> {
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
    const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
    const found = (await page.evaluate(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
    )) as string[];
    assert.deepEqual(found, [], name);
  }

  /**
   * Takes screenshots of each screen, given as a path or as the steps that lead there, at both widths and in both colour schemes. Only on the first
   * engine: what is drawn does not depend on it.
   */
  inAllSizes(
    screens: Record<string, (page: Page) => string | Promise<void>>,
    { of = 'a key', as, schemes = SCHEMES }: Seen = {},
  ): void {
    if (this.engine !== 'sqlite') return;
    for (const [size, options] of Object.entries(SIZES))
      it(`for ${of} at ${size} width nothing overflows, and axe finds nothing serious`, { skip }, async () =>
        this.visit(
          async (page) => {
            for (const [screen, show] of Object.entries(screens)) {
              await page.emulateMedia({ colorScheme: 'light' });
              const path = await show(page);
              if (path !== undefined) await this.open(page, path);
              for (const colorScheme of schemes) {
                await page.emulateMedia({ colorScheme });
                await this.waitUntilIdle(page);
                const name = `${screen}-${size}-${colorScheme}`;
                await this.screenshot(page, name);
                if (colorScheme === 'light') await this.isAccessible(page, name);
                // Only the colours differ, and they do not depend on the width.
                else if (size === 'desktop') await this.isAccessible(page, name, CONTRAST);
              }
            }
          },
          { ...options, ...(as ? { as: await as() } : {}) },
        ),
      );
  }
}

/** A suite on both engines; its last test checks that the browser reported no problems. */
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
    it('the browser reports no problems, nor does the content security policy', { skip }, () => {
      assert.deepEqual(visits.problems, []);
    });
  });
}

export async function eventually(check: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(what);
}
