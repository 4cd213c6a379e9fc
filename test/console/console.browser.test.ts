import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ADMIN_KEY } from '../support/service.js';
import { type Sample, sample } from './sample.js';
import { eventually, HOSTILE, inBrowser, skip, type Visits } from './visits.js';

const QUESTION = 'Which seats does Ada prefer on long flights?';
const planted = new Map<Visits, Sample>();
const of = (visits: Visits) => planted.get(visits) as Sample;

inBrowser(
  'the console in a browser',
  (visits) => {
    it(
      'refuses a wrong key with a message, opens the list with a valid one, and leaves no key in the page',
      {
        skip,
      },
      () =>
        visits.page(async (page) => {
          await visits.open(page, '');
          await page.getByLabel('API key').fill('rec_sk_wrong');
          await page.getByRole('button', { name: 'Sign in' }).click();
          assert.ok((await page.getByRole('alert').first().innerText()).length > 10);
          await page.getByLabel('API key').fill(visits.key);
          await page.getByRole('button', { name: 'Sign in' }).click();
          await page.locator('.memory-row').first().waitFor();
          const kept = await page.evaluate(
            'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])',
          );
          assert.ok(!String(kept).includes('rec_sk_') && !(await page.content()).includes(visits.key));
          await page.getByRole('button', { name: 'Sign out' }).click();
          await page.getByLabel('API key').waitFor();
        }),
    );

    it('follows the system unless a theme is chosen, which survives a reload', { skip }, () =>
      visits.visit(async (page) => {
        const isDark = () =>
          page.evaluate(`Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]) < 128`);
        const next = () => page.getByRole('button', { name: /^Theme: / }).click();
        await visits.see(page, 'memories');
        const seen = [await isDark()];
        await page.emulateMedia({ colorScheme: 'dark' });
        seen.push(await isDark());
        await next(); // light
        seen.push(await isDark());
        await page.emulateMedia({ colorScheme: 'light' });
        await next(); // dark
        seen.push(await isDark());
        await visits.see(page, 'memories');
        seen.push(await isDark());
        await next(); // as the system
        seen.push(await isDark());
        assert.deepEqual(seen, [false, true, false, true, true, false]);
      }),
    );

    it('lists, searches and filters memories, and moves through the list by keyboard', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'memories');
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
        // Full text: only what contains the word.
        await visits.see(page, 'memories?user_id=ada&q=windows&by=words');
        assert.deepEqual(await page.locator('.row-text').allInnerTexts(), [
          'Ada prefers window seats on long flights and aisle seats on short ones.',
        ]);
      }),
    );

    it('edits a memory, shows what changed word by word, and restores a version', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, `memories/${of(visits).edited}`);
        await page.getByRole('button', { name: 'Edit' }).click();
        await page.getByLabel('Text', { exact: true }).fill('Ada is learning Italian on Thursdays, with Paolo.');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.locator('.versions ins', { hasText: 'Thursdays' }).waitFor();
        assert.equal(
          (await visits.call('GET', `/memory/${of(visits).edited}`)).content,
          'Ada is learning Italian on Thursdays, with Paolo.',
        );
        await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
        await eventually(
          async () =>
            (await visits.call('GET', `/memory/${of(visits).edited}`)).content ===
            'Ada is learning Italian on Tuesdays.',
          'the first version is in force',
        );
      }),
    );

    it('delays forgetting so that it can be undone, and forgets at once when the page is left', { skip }, async () => {
      const { id } = await visits.call('POST', '/memory/store', { user_id: 'ada', content: 'Ada forgets this.' });
      const status = async () => (await visits.service.call('GET', `/memory/${id}`, { key: visits.key })).status;
      await visits.visit(async (page) => {
        await visits.open(page, `memories/${id}`);
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

    it('forgets what is pending when the user signs out, and nothing in a session of another key', {
      skip,
    }, async () => {
      const store = (content: string) => visits.call('POST', '/memory/store', { user_id: 'ada', content });
      const [first, second] = [await store('Ada forgets this, too.'), await store('Ada keeps this after all.')];
      const status = async (id: string) =>
        (await visits.service.call('GET', `/memory/${id}`, { key: visits.key })).status;
      const other = (await visits.service.mint()).key;
      await visits.visit(async (page) => {
        await visits.open(page, `memories/${first.id}`);
        await page.getByRole('button', { name: 'Forget', exact: true }).click();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByLabel('API key').waitFor();
        assert.equal(await status(first.id), 404);
        await page.getByLabel('API key').fill(visits.key);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await visits.waitUntilIdle(page);
        await page.locator('.memory-row', { hasText: 'Ada keeps this after all.' }).getByRole('checkbox').check();
        await page.getByRole('region', { name: 'Selected memories' }).getByRole('button', { name: 'Forget' }).click();
        await page.evaluate(`fetch('/console/session', { method: 'DELETE' })`); // the session ends elsewhere
        await page.locator('.memory-row').first().click();
        await page.getByLabel('API key').fill(other);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('1 memory was not forgotten.').waitFor();
        assert.equal(await status(second.id), 200);
      });
    });

    it('the lab shows scores that add up and when it abstains, and compares two settings', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, `lab?user_id=ada&q=${encodeURIComponent(QUESTION)}`);
        await page.getByRole('button', { name: 'Show the sum' }).first().click();
        const numbers = (await page.locator('.sum-table').first().locator('td.number').allInnerTexts()).map((text) =>
          Number(text.replace('−', '-')),
        );
        const sum = numbers.pop() as number;
        assert.ok(Math.abs(numbers.reduce((total, value) => total + value, 0) - sum) < 0.006, `${numbers} make ${sum}`);
        assert.match(await page.locator('.context .code').innerText(), /window seats/);
        await page.getByRole('button', { name: 'Compare two settings' }).click();
        await page.getByRole('heading', { name: /B · semantic/ }).waitFor();
        await visits.open(page, `lab?user_id=chiyo&q=${encodeURIComponent('Quantum cricket tournaments?')}`);
        await page.getByText('Abstains').waitFor();
        await page.getByText('“cricket”').waitFor();
      }),
    );

    it('care resolves a contradiction and lowers the count', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'care');
        const tab = page.getByRole('navigation', { name: 'Lists' }).getByRole('button', { name: /Contradictions/ });
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

    it('connect creates a key, and shows when the first call with it arrives', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'connect');
        await page.getByLabel('User', { exact: true }).fill('dora');
        await page.getByRole('button', { name: 'Create a key', exact: true }).click();
        await page.getByRole('button', { name: 'Show', exact: true }).click();
        const child = await page.locator('.secret > code').innerText();
        await page.getByText('Waiting for the first call').waitFor();
        assert.ok((await page.locator('.code').first().innerText()).includes(child));
        await visits.call('POST', '/memory/store', { content: 'Dora is here.' }, child);
        await page.getByText('The first call has arrived').waitFor();
      }),
    );

    it('an operator sees keys, and no contents', { skip }, () =>
      visits.visit(
        async (page) => {
          await visits.open(page, '');
          await page.getByRole('heading', { name: 'Operator' }).waitFor();
          const row = page.getByRole('row', { name: /^test/ }).first();
          await row.getByRole('cell', { name: 'active', exact: true }).waitFor();
          await row.getByRole('cell', { name: 'Revoke' }).waitFor();
          assert.equal(await page.getByRole('link', { name: 'Memories' }).count(), 0);
        },
        { as: ADMIN_KEY },
      ),
    );

    const question = encodeURIComponent(QUESTION);
    visits.inAllSizes({
      memories: () => 'memories?user_id=ada',
      drawer: () => `memories/${of(visits).edited}?user_id=ada`,
      search: () => `memories?user_id=ada&q=${question}`,
      lab: () => `lab?user_id=ada&q=${question}`,
      care: () => 'care?user_id=ada',
      duplicates: () => 'care/duplicates',
      connect: () => 'connect',
      sessions: () => 'browsers',
    });
    visits.inAllSizes(
      {
        operator: () => 'operator',
        'sign-in': async (page) => {
          await page.context().clearCookies();
          await visits.open(page, '');
        },
      },
      { of: 'an operator', as: async () => ADMIN_KEY, schemes: ['light'] },
    );
    const empty = ['memories', 'lab', 'care', 'users', 'records', 'graph', 'connect', 'live', 'live/webhooks', 'usage'];
    visits.inAllSizes(Object.fromEntries(empty.map((path) => [`empty-${path.replace('/', '-')}`, () => path])), {
      of: 'a new key',
      as: async () => (await visits.service.mint()).key,
      schemes: ['light'],
    });

    // After the screenshots, which need not show these.
    it('hostile strings in every field stay text', { skip }, async () => {
      const body = {
        user_id: HOSTILE,
        agent_id: HOSTILE,
        namespace: HOSTILE,
        content: `${HOSTILE} The door is open.`,
        tags: ['<b onclick=x>'],
        metadata: { [HOSTILE]: HOSTILE, session_id: HOSTILE, source: HOSTILE, derived_from: [{ id: HOSTILE }] },
      };
      const memory = await visits.call('POST', '/memory/store', body);
      await visits.call('POST', '/memory/store', {
        ...{ ...body, content: `${HOSTILE} The door is not open.`, detect_conflicts: true },
      });
      await visits.visit(async (page) => {
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
          await visits.see(page, path);
          await visits.isHarmless(page, path);
        }
        await visits.open(page, `memories/${memory.id}`);
        assert.ok((await page.locator('.drawer-text').innerText()).includes('<script>hurt=1</script>'));
      });
    });
  },
  {},
  async (visits) => {
    planted.set(visits, await sample(visits.service, visits.key));
  },
);
