import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LOOPBACK, receiversOfFile } from '../../src/features/events/webhooks/receiver.test.kit.js';
import { ADMIN_KEY } from '../support/service.js';
import { sample } from './sample.js';
import { eventually, HOSTILE, inBrowser, skip } from './visits.js';

const newReceiver = receiversOfFile();

inBrowser(
  'Live in a browser',
  (visits) => {
    const store = async (content: string, more: object = {}): Promise<string> =>
      (await visits.call('POST', '/memory/store', { user_id: 'ada', agent_id: 'assistant', content, ...more })).id;
    const newHook = async () => {
      const receiver = await newReceiver();
      const { id } = await visits.call('POST', '/memory/subscribe', { url: receiver.url, description: 'For the desk' });
      return { receiver, id };
    };

    it('shows past and new events, filtered, and links each row to its memory', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'live');
        await page.locator('.light.open').waitFor();
        assert.ok((await page.locator('.event-row').count()) > 5, 'what was');
        const id = await store('Ada has a kite with a red tail.');
        const row = page.locator('.event-row', { hasText: 'Ada has a kite with a red tail.' });
        await row.getByRole('link').click();
        await page.locator('.drawer-text', { hasText: 'red tail' }).waitFor();
        assert.ok(page.url().includes(`/console/memories/${id}`));

        await visits.open(page, 'live?user_id=zoe');
        await page.getByText('No event matches these filters').waitFor();
        await store('Not for Zoe.');
        await store('Zoe paints boats.', { user_id: 'zoe' });
        await page.locator('.event-row', { hasText: 'Zoe paints boats.' }).waitFor();
        assert.equal(await page.locator('.event-row').count(), 1);
        await page.getByRole('button', { name: /^Show the event/ }).click();
        await page.getByRole('dialog', { name: 'Event' }).getByText('"memory.stored"').waitFor();
        await page.keyboard.press('Escape');
        await page.getByLabel('Kind', { exact: true }).selectOption('memory.forgotten');
        await page.getByText('No event matches these filters').waitFor();
        await page.getByRole('button', { name: 'Show everything' }).click();
        await page.locator('.event-row').nth(5).waitFor();
      }),
    );

    it('pauses: new events are counted meanwhile, and shown on resume', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'live?user_id=pia');
        await page.locator('.light.open').waitFor();
        await page.locator('body').press('p');
        for (const n of [1, 2, 3]) await store(`Pia counts ${n}.`, { user_id: 'pia' });
        await page.getByRole('button', { name: 'Resume (3)' }).waitFor();
        assert.equal(await page.locator('.event-row').count(), 0);
        await page.getByRole('button', { name: 'Resume (3)' }).click();
        await eventually(async () => (await page.locator('.event-row').count()) === 3, 'they are shown');
        assert.match(await page.locator('.event-row').first().innerText(), /Pia counts 3/);
      }),
    );

    it('resumes a broken stream where it broke, without loss or repeats', { skip }, async () => {
      const { id, key } = await visits.service.mint();
      const store = (content: string) => visits.call('POST', '/memory/store', { user_id: 'ada', content }, key);
      await visits.visit(
        async (page) => {
          const asked: (string | undefined)[] = [];
          page.on('request', (request) => {
            if (/\/memory\/events\?/.test(request.url())) asked.push(request.headers()['last-event-id']);
          });
          await visits.open(page, 'live');
          await page.locator('.light.open').waitFor();
          await store('Before the break.');
          await page.locator('.event-row', { hasText: 'Before the break.' }).waitFor();
          await page.route('**/memory/events?*', (route) => route.abort());
          // Changing a key ends its streams.
          await visits.call('PATCH', `/auth/keys/${id}`, { name: 'renamed' }, ADMIN_KEY);
          await page.getByText('Reconnecting…').waitFor();
          await store('During the break.');
          await eventually(async () => asked.length > 1, 'it tries again during the break');
          await page.unroute('**/memory/events?*');
          await page.locator('.event-row', { hasText: 'During the break.' }).waitFor();
          await store('After the break.');
          await page.locator('.event-row', { hasText: 'After the break.' }).waitFor();
          assert.equal(await page.locator('.event-row').count(), 3);
          assert.ok(asked.length >= 3 && asked.every((last) => last?.startsWith('msg_')), String(asked));
        },
        { as: key },
      );
    });

    it('keeps five hundred rows and draws only the visible ones', { skip }, async () => {
      const { key } = await visits.service.mint();
      await visits.visit(
        async (page) => {
          await visits.open(page, 'live');
          await page.getByText('Nothing has happened yet').waitFor();
          const memories = Array.from({ length: 700 }, (_, n) => ({
            ...{ user_id: 'ada', agent_id: `agent ${n}`, content: `Entry ${n} of the log.` },
          }));
          await visits.call('POST', '/memory/import', { memories }, key);
          await page.getByText('the newest 500').waitFor();
          const drawn = await page.locator('.event-row').count();
          assert.ok(drawn > 5 && drawn < 60, `${drawn} rows`);
          assert.equal(await page.evaluate(`document.querySelector('.virtual-rows').style.height`), '22000px');
        },
        { as: key },
      );
    });

    it('ends with its session, wherever the session was ended', { skip }, async () => {
      const { key } = await visits.service.mint();
      await visits.visit(
        async (page) => {
          await visits.open(page, 'live');
          await page.locator('.light.open').waitFor();
          const { sessions } = await visits.call('GET', '/console/sessions', undefined, key);
          assert.equal(sessions.length, 1);
          await visits.call('DELETE', `/console/sessions/${sessions[0].id}`, undefined, key);
          await page.getByText('Your session has ended').waitFor();
        },
        { as: key },
      );
    });

    it('creates a webhook, shows its secret once, tests, changes and deletes it', { skip }, () =>
      visits.visit(async (page) => {
        const receiver = await newReceiver();
        await visits.open(page, 'live/webhooks');
        await page.getByRole('button', { name: 'Create a webhook' }).click();
        await page.getByLabel('URL').fill(receiver.url);
        await page.getByLabel('Description').fill('For the desk');
        await page.getByRole('checkbox', { name: 'memory.forgotten' }).check();
        await page.getByRole('button', { name: 'Create the webhook', exact: true }).click();
        const secret = await page.locator('.secret > code').innerText();
        assert.match(secret, /^whsec_/);
        await page.getByRole('button', { name: 'Done' }).click();
        assert.ok(!(await page.content()).includes(secret));
        await page.getByRole('link', { name: receiver.url }).click();
        await page.getByRole('button', { name: 'Send a test event', exact: true }).click();
        await page.getByText('The test event arrived').waitFor();
        assert.equal(receiver.events[0].type, 'webhook.test');
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByLabel('Description').fill('For the front desk');
        await page.getByLabel('Only this user').fill('ada');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('For the front desk').waitFor();
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByText('paused', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'New secret' }).click();
        await page.getByRole('button', { name: /^New secret\?/ }).click();
        const next = await page.locator('.secret > code').innerText();
        assert.ok(next.startsWith('whsec_') && next !== secret);
        const { subscriptions } = await visits.call('GET', '/memory/subscriptions');
        const hook = subscriptions.find(({ url }: { url: string }) => url === receiver.url);
        assert.deepEqual(
          [hook.description, hook.user_id, hook.state, hook.events],
          ['For the front desk', 'ada', 'paused', ['memory.stored', 'memory.forgotten']],
        );
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete for good?' }).click();
        await page.getByRole('button', { name: 'Create a webhook' }).waitFor();
        assert.equal(await page.getByText(receiver.url).count(), 0);
      }),
    );

    it('lists deliveries with their status, and retries one', { skip }, async () => {
      const { receiver, id } = await newHook();
      receiver.respondsWith(500, {}, '<b>The disk is full</b>');
      await store('Ada keeps a list of clouds.');
      await receiver.has(1);
      await visits.visit(async (page) => {
        const waiting = async () => (await visits.call('GET', `/memory/subscriptions/${id}`)).pending;
        await eventually(async () => (await waiting()) > 0, 'it waits');
        await visits.open(page, `live/webhooks/${id}?status=pending`);
        await page.getByText('<b>The disk is full</b>').waitFor();
        await page.getByText('status 500').first().waitFor();
        await visits.isHarmless(page, 'a response');
        receiver.well();
        await page.getByRole('button', { name: 'Try now', exact: true }).click();
        await receiver.has(2);
        await eventually(async () => (await waiting()) === 0, 'it arrived');
        await page.getByRole('button', { name: 'Delivered', exact: true }).click();
        await page.getByText('status 204').first().waitFor();
        await visits.call('DELETE', `/memory/subscriptions/${id}`);
      });
    });

    visits.inAllSizes({
      live: async (page) => {
        await visits.open(page, 'live');
        await page.locator('.light.open').waitFor();
        await page.locator('.event-row').first().waitFor();
      },
      webhooks: async (page) => {
        const { subscriptions } = await visits.call('GET', '/memory/subscriptions');
        if (subscriptions.length === 0) {
          const { receiver } = await newHook();
          await store('Ada waters the ferns on Mondays.');
          await receiver.has(1);
          receiver.respondsWith(503, {}, 'Back in an hour');
          await store('Ben waters the cactus never.', { user_id: 'ben' });
          await receiver.has(2);
        }
        await visits.open(page, 'live/webhooks');
        await page.getByRole('button', { name: 'Create a webhook' }).waitFor();
        await page.locator('.hook').first().waitFor();
      },
      webhook: async (page) => {
        await page.locator('.hook a').first().click();
        await page.locator('.delivery').first().waitFor();
      },
      'webhook-form': async (page) => {
        await visits.open(page, 'live/webhooks');
        await page.getByRole('button', { name: 'Create a webhook' }).click();
        await page.getByLabel('URL').waitFor();
      },
    });

    // After the screenshots, which need not show these.
    it('hostile strings in every field stay text', { skip }, async () => {
      const receiver = await newReceiver();
      await store(`${HOSTILE} The door is open.`, { user_id: HOSTILE, agent_id: HOSTILE, tags: ['<b onclick=x>'] });
      await visits.call('POST', '/agents/register', { name: HOSTILE, description: HOSTILE });
      const { id } = await visits.call('POST', '/memory/subscribe', {
        ...{ url: `${receiver.url}?a=<b>&b=javascript:hurt=1`, description: HOSTILE, events: ['*'] },
        ...{ user_id: HOSTILE, agent_id: HOSTILE },
      });
      await visits.visit(async (page) => {
        const user = encodeURIComponent(HOSTILE);
        for (const path of [
          'live',
          `live?user_id=${user}&agent_id=${user}`,
          `live?events=${user}`,
          'live/webhooks',
          `live/webhooks/${id}`,
          `live/webhooks/${user}`,
        ]) {
          await visits.see(page, path);
          await visits.isHarmless(page, path);
        }
        await visits.open(page, `live?user_id=${user}`);
        const text = await page.locator('.event-row').first().innerText();
        assert.ok(text.includes('<script>hurt=1</script>'), text);
        await page
          .getByRole('button', { name: /^Show the event/ })
          .first()
          .click();
        await visits.isHarmless(page, 'the event');
        await visits.call('DELETE', `/memory/subscriptions/${id}`);
      });
    });
  },
  { env: LOOPBACK },
  async (visits) => {
    await sample(visits.service, visits.key);
  },
);
