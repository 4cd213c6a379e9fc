import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { fitted, onScreen, type Place } from '../../src/console/lib/plane.js';
import { type Sample, sample } from './sample.js';
import { eventually, HOSTILE, inBrowser, PHONE, skip, type Visits } from './visits.js';

const planted = new Map<Visits, Sample>();
const of = (visits: Visits) => planted.get(visits) as Sample;

/** The number of pixels of a canvas that differ from its background. */
const drawn = (page: Page) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('.plane canvas');
    if (!canvas?.width) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
    return count;
  })()`) as Promise<number>;

inBrowser(
  'the graph in a browser',
  (visits) => {
    it('draws the memories of one user, coloured and filtered, and opens one from its row', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'graph');
        await page.getByRole('link', { name: /^ada/ }).click();
        await page.locator('.point-row').first().waitFor();
        const { total } = await visits.call('GET', '/memory/facets?user_id=ada');
        await page.getByText(`${total} memories`).waitFor();
        await eventually(async () => (await drawn(page)) > 200, 'points are drawn');
        for (const by of ['Time', 'Risk', 'Category']) {
          await page.getByRole('button', { name: by, exact: true }).click();
          await page.locator('.legend li').first().waitFor();
        }
        const [{ x, y }] = (await visits.call('GET', '/memory/map?user_id=ada')).points;
        assert.ok(Math.abs(x) <= 1 && Math.abs(y) <= 1);
        await page.getByText('Filters', { exact: true }).click();
        await page
          .getByRole('group', { name: 'Tag' })
          .getByRole('button', { name: /travel/ })
          .click();
        await page.locator('.map-line', { hasText: /^3 memories/ }).waitFor();
        assert.ok(page.url().includes('tags=travel'));
        await page.locator('.point-row', { hasText: 'window seats' }).focus();
        await page.keyboard.press('Enter');
        await page.locator('.drawer-text', { hasText: 'window seats' }).waitFor();
      }),
    );

    it('opens the memory of a clicked point', { skip }, () =>
      visits.visit(async (page) => {
        await visits.call('POST', '/memory/store', { user_id: 'alone', content: 'Alone on the map.' });
        await visits.open(page, 'graph?user_id=alone');
        await eventually(async () => (await drawn(page)) > 20, 'the point is drawn');
        // The only point lies in the middle.
        await page.locator('.plane canvas').click();
        await page.locator('.drawer-text', { hasText: 'Alone on the map.' }).waitFor();
        await visits.open(page, 'graph?user_id=nobody');
        await page.getByText('Nothing to show').waitFor();
      }),
    );

    it('zooms around the midpoint of two fingers, and shows a hint', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'graph?user_id=ada');
        await eventually(async () => (await drawn(page)) > 200, 'points are drawn');
        await page.getByText('pinch to zoom').waitFor();
        const box = await page.locator('.plane canvas').boundingBox();
        assert.ok(box);
        const size = { width: box.width - 2, height: box.height - 2 };
        const { points } = await visits.call('GET', '/memory/map?user_id=ada');
        const view = fitted(points, size, 2_000);
        const fromMiddle = (place: Place) => {
          const { x, y } = onScreen(view, place);
          return Math.hypot(x - size.width / 2, y - size.height / 2);
        };
        const [chosen] = [...points].sort((a, b) => fromMiddle(a) - fromMiddle(b));
        const at = onScreen(view, chosen);
        const [x, y] = [box.x + 1 + at.x, box.y + 1 + at.y];
        const before = await drawn(page);
        const session = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
          session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: apart ? [-apart, apart].map((right, id) => ({ x: x + right, y, id })) : [],
          });
        await touch('touchStart', 15);
        for (const apart of [25, 45, 75]) await touch('touchMove', apart);
        await touch('touchEnd');
        await eventually(async () => (await drawn(page)) < before, 'fewer points are seen');
        await page.touchscreen.tap(x, y);
        await page.locator('.drawer-text', { hasText: chosen.text.slice(0, 20) }).waitFor();
      }, PHONE),
    );

    it('follows links from memory to memory by keyboard', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, `memories/${of(visits).edited}`);
        await page.getByRole('link', { name: 'Show its links as a graph' }).click();
        await page.getByText('related to →').waitFor();
        assert.equal(await page.locator('.node-list li').count(), 2);
        await eventually(async () => (await drawn(page)) > 100, 'memories are drawn');
        const third = await visits.call('POST', '/memory/store', {
          user_id: 'ada',
          content: 'Trains have no windows.',
        });
        await visits.call('POST', '/memory/graph/link', {
          ...{ from: third.id, to: of(visits).window, relationship: 'contradicts' },
        });
        await page.locator('.node-list button', { hasText: 'window seats' }).focus();
        await page.keyboard.press('Enter');
        await page.locator('.node-list li').nth(2).waitFor();
        await page.getByText('← contradicts').waitFor();
        await page.getByRole('link', { name: 'Open the memory' }).click();
        await page.locator('.drawer-text', { hasText: 'window seats' }).waitFor();
        await visits.open(page, 'graph/links?id=mem_none');
        await page.getByText('No memory has this id').waitFor();
      }),
    );

    it('shows at most two hundred memories', { skip }, () =>
      visits.visit(async (page) => {
        // The first has forty-eight links, and so does each of four of its neighbours.
        const id = (at: number) => `mem_spoke${at}`;
        const of = Array.from({ length: 240 }, (_, at) => (at < 48 ? 0 : Math.floor(at / 48)));
        await visits.call('POST', '/memory/import', {
          memories: [-1, ...of.keys()].map((at) => ({
            ...{ id: id(at + 1), user_id: 'hub', content: `Spoke number ${at} of wheel ${at * 31}.` },
          })),
          links: of.map((to, at) => ({ from: id(at + 1), to: id(to), relationship: 'part_of' })),
        });
        await visits.open(page, `graph/links?id=${id(0)}`);
        await page.locator('.node-list li').nth(48).waitFor();
        for (let at = 1; at <= 4; at++) {
          await page.locator('.node-list button', { hasText: `number ${at - 1} of` }).click();
          // The list moves when a step arrives; a click meanwhile could miss.
          const shown = Math.min(49 + 48 * at, 200);
          await page.locator('.graph-side .count', { hasText: new RegExp(`^${shown}$`) }).waitFor();
        }
        await page.getByText('At most 200 are shown').waitFor();
        assert.equal(await page.locator('.node-list li').count(), 200);
      }),
    );

    it('a child key sees the map of its user, and no links', { skip }, async () => {
      const child = await visits.call('POST', '/keys/children', { name: 'phone', user_id: 'ben' });
      await visits.visit(
        async (page) => {
          await visits.open(page, 'graph?user_id=ada');
          await page.getByRole('heading', { name: 'Graph' }).waitFor();
          assert.equal(await page.getByRole('link', { name: 'Links of a memory' }).count(), 0);
          await page.getByText('This key sees only ben').waitFor();
          await visits.open(page, 'graph');
          await page.locator('.point-row', { hasText: 'Ben' }).first().waitFor();
        },
        { as: child.key },
      );
    });

    visits.inAllSizes({
      'graph-choose': async (page) => {
        await visits.open(page, 'graph');
        await page.getByRole('link', { name: /^ada/ }).waitFor();
      },
      'graph-map': async (page) => {
        await visits.open(page, 'graph?user_id=ada');
        await page.locator('.point-row').first().waitFor();
        await eventually(async () => (await drawn(page)) > 200, 'points are drawn');
      },
      'graph-map-time': async (page) => {
        await visits.open(page, 'graph?user_id=hub');
        await page.getByRole('button', { name: 'Time', exact: true }).click();
        await eventually(async () => (await drawn(page)) > 200, 'points are drawn');
      },
      'graph-links': async (page) => {
        await visits.open(page, `graph/links?id=${of(visits).window}`);
        await page.locator('.node-list li').nth(1).waitFor();
        await eventually(async () => (await drawn(page)) > 100, 'memories are drawn');
      },
    });

    // After the screenshots, which need not show these.
    it('hostile strings in every field stay text', { skip }, async () => {
      const body = { user_id: HOSTILE, agent_id: HOSTILE, tags: ['<b onclick=x>'] };
      const store = async (content: string) => (await visits.call('POST', '/memory/store', { ...body, content })).id;
      const [a, b] = [await store(`${HOSTILE} one`), await store(`${HOSTILE} and another`)];
      await visits.call('POST', '/memory/graph/link', { from: a, to: b, relationship: 'causes' });
      await visits.visit(async (page) => {
        for (const path of [
          'graph',
          `graph?user_id=${encodeURIComponent(HOSTILE)}`,
          `graph/links?id=${a}`,
          `graph/links?id=${encodeURIComponent(HOSTILE)}`,
        ]) {
          await visits.see(page, path);
          await visits.isHarmless(page, path);
        }
        await visits.open(page, `graph/links?id=${a}`);
        await page.getByText('<script>hurt=1</script>').first().waitFor();
      });
    });
  },
  {},
  async (visits) => {
    planted.set(visits, await sample(visits.service, visits.key));
  },
);
