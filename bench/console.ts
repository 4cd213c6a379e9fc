/**
 * The console over a large store, in a real browser: the time to the first rows, how smoothly they scroll, how large responses are; how long a map of
 * 5,000 points blocks the main thread at most; and what three consoles on Live cost an agent that makes calls meanwhile.
 *   RECOLLECT_TEST_CHROMIUM=/usr/bin/chromium node dist/bench/console.js [--memories 100000] [--seconds 30] [--postgres URL]
 * The agent stores, retrieves and gets, one call after the other; a stub replaces the model. Browser and service share the machine's cores, so the
 * browser runs at low priority.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, fill, median, option, quantile } from './support.js';

const DIMENSIONS = 384;
const USERS = 20;
const CONSOLES = 3;
const SCROLLED = 300;
const POINTS = 5_000;
const memories = option('memories', 100_000);
const seconds = option('seconds', 30);
const random = seededRandom(3);

const executablePath = process.env.RECOLLECT_TEST_CHROMIUM;
if (!executablePath) throw new Error('RECOLLECT_TEST_CHROMIUM must be the path of a chromium');
const embedder = new StubEmbedder(DIMENSIONS);
const service = await benchService({ embedder });
for (let user = 0; user < USERS; user++) {
  const count = Math.round(memories / USERS);
  await fill(service.database, service.keyId, `user-${user}`, count, DIMENSIONS, embedder.model.id, random);
}
await fill(service.database, service.keyId, 'map', POINTS, DIMENSIONS, embedder.model.id, random);
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath, headless: true, args });

/** All descendants of the browser process. */
function lowerBrowserPriority(): void {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has exited meanwhile.
    }
  }
  for (const pid of parents.keys()) {
    let above = parents.get(pid);
    while (above !== undefined && above !== process.pid) above = parents.get(above);
    if (above === process.pid) setPriority(pid, 19);
  }
}

async function signedIn(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${service.url}/console`);
  await page.getByLabel('API key').fill(service.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

const page = await signedIn();
const rows: number[] = [];
page.on('response', async (response) => {
  const body = await response.json().catch(() => null);
  for (const value of Object.values(body ?? {})) if (Array.isArray(value)) rows.push(value.length);
});
const began = performance.now();
await page.goto(`${service.url}/console/memories`);
await page.locator('.virtual-row').first().waitFor();
const seen = performance.now() - began;
const painted = (await page.evaluate(
  `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
)) as number;
const frames = (await page.evaluate(`new Promise((done) => {
  const list = document.querySelector('.virtual');
  const times = [];
  let last = performance.now();
  const step = (now) => {
    times.push(now - last);
    last = now;
    list.scrollTop += 400;
    if (times.length < ${SCROLLED}) requestAnimationFrame(step);
    else done(times.slice(1));
  };
  requestAnimationFrame(step);
})`)) as number[];
console.log(
  `${memories} memories: first paint ${painted.toFixed(0)} ms, first rows ${seen.toFixed(0)} ms; frames while scrolling: median ${median(frames).toFixed(1)} ms, p95 ${quantile(frames, 0.95).toFixed(1)} ms; ` +
    `largest list in a response: ${Math.max(0, ...rows)} rows`,
);

interface Traced {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of the thread in microseconds, whatever else runs meanwhile. */
  tdur?: number;
  args: { name?: string };
}
/** The longest task of the page's main thread during `act`, in milliseconds of its own CPU time. */
async function longest(act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await act();
  const events = (JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] }).traceEvents;
  const threadOf = ({ pid, tid }: Traced) => `${pid}/${tid}`;
  const main = new Set(events.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
}
await page.goto(`${service.url}/console/graph`);
const plane = page.locator('.plane canvas');
const opened = await longest(async () => {
  await page.getByRole('link', { name: /^map/ }).click();
  await page.locator('.point-row').first().waitFor();
  await page.waitForTimeout(500);
});
const coloured = await longest(async () => {
  for (const name of ['Time', 'Risk', 'Category']) await page.getByRole('button', { name, exact: true }).click();
  await page.waitForTimeout(500);
});
const moved = await longest(async () => {
  await plane.hover();
  await page.mouse.wheel(0, -300);
  await page.mouse.down();
  for (let x = 0; x < 20; x++) await page.mouse.move(500 + 5 * x, 400 + 3 * x);
  await page.mouse.up();
  for (let x = 0; x < 20; x++) await page.mouse.move(500 + 5 * x, 500 - 3 * x);
});
console.log(
  `a map of ${POINTS} points: longest task of the main thread ${opened.toFixed(0)} ms while it opens, ${coloured.toFixed(0)} ms while it is coloured, ${moved.toFixed(0)} ms while it is moved, zoomed and pointed at`,
);
await page.context().close();

const headers = { authorization: `Bearer ${service.key}` };
async function agent(): Promise<number[]> {
  const times: number[] = [];
  const call = async (method: string, path: string, body?: object) => {
    const at = performance.now();
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const result = (await response.json()) as { id?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    times.push(performance.now() - at);
    return result;
  };
  const end = performance.now() + seconds * 1_000;
  for (let i = 0; performance.now() < end; i++) {
    const { id } = await call('POST', '/memory/store', { user_id: 'agent', content: `Note ${random()} of an agent` });
    await call('GET', `/memory/retrieve?user_id=agent&q=note+${i}`);
    await call('GET', `/memory/${id}`);
  }
  return times;
}
await agent();
const quiet = await agent();
const pages = await Promise.all(Array.from({ length: CONSOLES }, signedIn));
for (const one of pages) await one.goto(`${service.url}/console/live`);
await new Promise((resolve) => setTimeout(resolve, 3_000));
lowerBrowserPriority();
const watched = await agent();
const p99 = (times: number[]) => quantile(times, 0.99);
console.log(
  `an agent's calls: p50 ${median(quiet).toFixed(1)} → ${median(watched).toFixed(1)} ms, p99 ${p99(quiet).toFixed(1)} → ${p99(watched).toFixed(1)} ms with ${CONSOLES} consoles on Live: ${(p99(watched) / p99(quiet)).toFixed(2)} × quiet (${quiet.length} and ${watched.length} calls)`,
);
await browser.close();
await service.end();
