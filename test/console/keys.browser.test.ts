import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { LOOPBACK } from '../../src/features/events/webhooks/receiver.test.kit.js';
import { ADMIN_KEY } from '../support/service.js';
import { sample } from './sample.js';
import { eventually, HOSTILE, inBrowser, skip } from './visits.js';

inBrowser(
  'usage, keys and sessions in a browser',
  (visits) => {
    const navigation = (page: Page) =>
      page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allInnerTexts();
    const childOf = (body: object) => visits.call('POST', '/keys/children', body);

    it('shows usage by day, route and agent, and loads the chart only there', { skip }, () =>
      visits.visit(async (page) => {
        const scripts: string[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('.js')) scripts.push(request.url());
        });
        await visits.open(page, 'memories');
        await page.locator('.memory-row').first().waitFor();
        assert.equal(scripts.length, 1, String(scripts));
        await visits.open(page, 'usage');
        await page.locator('.plot canvas').waitFor();
        assert.ok(scripts.length > 1);
        await page.getByRole('rowheader', { name: 'POST /memory/store' }).waitFor();
        await page.getByText('As a table').click();
        const days = page.getByRole('region', { name: 'By day, as a table' });
        assert.equal(await days.getByRole('row').count(), 31);
        await page.getByRole('button', { name: '7 days' }).click();
        await eventually(async () => (await days.getByRole('row').count()) === 8, 'seven days');
        await page.getByRole('button', { name: 'tokens' }).click();
        await page.getByRole('img', { name: /tokens in 7 days/ }).waitFor();
        const concierge = page.getByRole('row').filter({ hasText: 'concierge' });
        await concierge.getByRole('link', { name: /^\d+$/ }).click();
        await page.getByText(/memories match the filters/).waitFor();
      }),
    );

    it('creates a child key, shows its secret once, rotates and revokes it', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'usage');
        await page.getByRole('button', { name: 'Create a child key' }).click();
        await page.getByLabel('Name', { exact: true }).fill('Ada’s phone');
        await page.getByLabel('User', { exact: true }).fill('ada');
        await page.getByLabel('Access', { exact: true }).selectOption('read');
        const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
        await page.getByLabel('Last day').fill(tomorrow);
        await page.getByRole('button', { name: 'Create the key', exact: true }).click();
        const secret = await page.locator('.secret > code').innerText();
        const status = async (key: string) =>
          (await visits.service.call('GET', '/memory', { key, query: { user_id: 'ada' } })).status;
        assert.equal(await status(secret), 200);
        const refused = { key: secret, body: { content: 'Not allowed.' } };
        assert.equal((await visits.service.call('POST', '/memory/store', refused)).status, 403);
        await page.getByRole('button', { name: 'Done' }).click();
        assert.ok(!(await page.content()).includes(secret));
        const card = page.locator('.child-key', { hasText: 'Ada’s phone' });
        await card.getByText('read only').waitFor();
        await card.getByText(/expires/).waitFor();
        await card.getByRole('button', { name: 'Rotate', exact: true }).click();
        await card.getByRole('button', { name: 'Create a new secret', exact: true }).click();
        const next = await page.locator('.secret > code').innerText();
        assert.notEqual(next, secret);
        assert.deepEqual([await status(secret), await status(next)], [401, 200]);
        const kept = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])');
        assert.ok(!String(kept).includes('rec_sk_'));
        await page.getByRole('button', { name: 'Done' }).click();
        await card.getByRole('button', { name: 'Revoke', exact: true }).click();
        await card.getByRole('button', { name: 'Revoke for good?' }).click();
        await card.getByText('revoked').waitFor();
        assert.equal(await status(next), 403);
      }),
    );

    it('a one-time link signs in once and disappears from the address bar', { skip }, async () => {
      const { url } = await visits.call('POST', '/console/links');
      await visits.page(async (page) => {
        await page.goto(url);
        await page.locator('.memory-row').first().waitFor();
        assert.ok(!page.url().includes('link='));
      });
      await visits.page(async (page) => {
        await page.goto(url);
        await page.getByText('This link has already been used').waitFor();
        await page.getByLabel('API key').waitFor();
      });
    });

    it('a read-only session has no buttons that change anything', { skip }, async () => {
      // Filled while the key could still write.
      const { key: reader, id } = await visits.service.mint();
      const { edited } = await sample(visits.service, reader);
      const hook = await visits.call('POST', '/memory/subscribe', { url: 'http://127.0.0.1:9/hook' }, reader);
      await visits.call('POST', '/keys/children', { name: 'phone', user_id: 'ada' }, reader);
      await visits.call('PATCH', `/auth/keys/${id}`, { scopes: ['read'] }, ADMIN_KEY);
      const { key: child } = await childOf({ name: 'reader', user_id: 'ada', scopes: ['read'] });
      const changing =
        /^(Edit|Forget|Restore|Still true|Create|New secret|Import|Dry run|Try|Send|Pause|Resume|Change|Delete|Rotate|Revoke|Keep|Store|Save)\b/;
      const allowed = /^(Pause|Resume)$/;
      for (const [as, paths] of [
        [
          reader,
          [
            'memories',
            `memories/${edited}`,
            'care',
            'live',
            'live/webhooks',
            `live/webhooks/${hook.id}`,
            'usage',
            'transfer',
          ],
        ],
        [child, ['memories', 'care', 'transfer']],
      ] as const)
        await visits.visit(
          async (page) => {
            for (const path of paths) {
              await visits.see(page, path);
              const names = (await page.getByRole('main').getByRole('button').allInnerTexts()).map((name) =>
                name.trim(),
              );
              // Pausing the journal affects only the page.
              const found = names.filter((name) => changing.test(name) && !(path === 'live' && allowed.test(name)));
              assert.deepEqual(found, [], path);
            }
          },
          { as },
        );
    });

    it('a session of a child key sees only its user, and no screen of the whole key', { skip }, async () => {
      const { key: child } = await childOf({ name: 'phone', user_id: 'ben' });
      await visits.visit(
        async (page) => {
          await visits.open(page, '');
          await page.locator('.memory-row').first().waitFor();
          const users = await page.locator('.row-user').allInnerTexts();
          assert.deepEqual([...new Set(users)], ['ben']);
          const links = await navigation(page);
          for (const hidden of ['Connect', 'Live', 'Usage and keys'])
            assert.ok(!links.some((link) => link.includes(hidden)), hidden);
          await visits.open(page, 'transfer');
          await page.getByRole('region', { name: 'Export' }).waitFor();
          assert.equal(await page.getByRole('region', { name: 'Import' }).count(), 0);
          assert.equal(await page.getByLabel('User', { exact: true }).count(), 0);
          // A typed URL explains why there is nothing to see, and makes no call that would be refused.
          const refused: string[] = [];
          page.on('response', (response) => {
            if (response.status() >= 400) refused.push(response.url());
          });
          for (const [path, title] of [
            ['live', 'Live'],
            ['live/webhooks', 'Live'],
            ['usage', 'Usage and keys'],
            ['connect', 'Connect'],
          ] as const) {
            await visits.see(page, path);
            await page.getByRole('heading', { name: title, exact: true }).waitFor();
            await page.getByText('This session uses a child key').waitFor();
          }
          assert.deepEqual(refused, []);
        },
        { as: child },
      );
    });

    visits.inAllSizes({
      usage: async (page) => {
        const { count } = await visits.call('GET', '/keys/children?limit=5');
        if (count < 2) {
          await childOf({ name: 'Ada’s phone', user_id: 'ada' });
          await childOf({ name: 'Desk', user_id: 'ben', scopes: ['read'] });
        }
        await visits.open(page, 'usage');
        await page.locator('.plot canvas').waitFor();
        await page.locator('.child-key').first().waitFor();
      },
      keys: async (page) => {
        await page.getByRole('button', { name: 'Create a child key' }).click();
        await page.getByLabel('User', { exact: true }).waitFor();
        await page.getByRole('heading', { name: 'Child keys' }).scrollIntoViewIfNeeded();
        await page.locator('.child-key').last().scrollIntoViewIfNeeded();
      },
    });

    // After the screenshots, which need not show these.
    it('hostile strings in every field stay text', { skip }, async () => {
      const { key } = await visits.service.mint();
      const body = { user_id: HOSTILE, agent_id: HOSTILE, content: HOSTILE };
      await visits.call('POST', '/memory/store', body, key);
      const child = { name: HOSTILE, user_id: HOSTILE, agent_id: HOSTILE, namespace: HOSTILE };
      await visits.call('POST', '/keys/children', child, key);
      await visits.visit(
        async (page) => {
          for (const path of ['usage', `usage?days=${encodeURIComponent(HOSTILE)}`]) {
            await visits.open(page, path);
            await page.locator('.child-key').first().waitFor();
            await page.getByRole('region', { name: 'Requests by agent' }).waitFor();
            await visits.isHarmless(page, path);
          }
          const text = await page.locator('.child-key').first().innerText();
          assert.ok(text.includes('<script>hurt=1</script>'), text);
        },
        { as: key },
      );
    });
  },
  { env: LOOPBACK },
  async (visits) => {
    await sample(visits.service, visits.key);
  },
);
