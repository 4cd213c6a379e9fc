import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { finishErasures } from '../../src/features/users/finish-erasures.js';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLog } from '../../src/kernel/log.js';
import { type RecordsSample, recordsSample } from './records-sample.js';
import { sample } from './sample.js';
import { eventually, HOSTILE, inBrowser, skip, type Visits } from './visits.js';

const planted = new Map<Visits, RecordsSample>();
const of = (visits: Visits) => planted.get(visits) as RecordsSample;

inBrowser(
  'users in a browser',
  (visits, engine) => {
    it('lists users with their number of memories, and finds them by name', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'users');
        const row = page.getByRole('row', { name: /ada/ });
        const shown = Number(await row.getByRole('cell').first().innerText());
        const { total } = await visits.call('GET', '/memory/facets?user_id=ada');
        assert.equal(shown, total);
        await page.getByLabel('Name starts with').fill('ch');
        await page.keyboard.press('Enter');
        await page.getByRole('row', { name: /ada/ }).waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'chiyo' }).click();
        await page.getByRole('heading', { name: 'chiyo' }).waitFor();
        await visits.open(page, 'users?prefix=zz');
        await page.getByText('No user’s name starts with this').waitFor();
      }),
    );

    it('shows the profile, a timeline page by page, and how one topic changed', { skip }, () =>
      visits.visit(async (page) => {
        await visits.call('POST', '/memory/import', {
          memories: Array.from({ length: 60 }, (_, i) => ({
            ...{ user_id: 'vera', content: `Vera wrote letter ${i} to her aunt in ${2_000 + i}.` },
            created_at: Date.UTC(2026, 0, 1 + i),
          })),
        });
        const { memories } = await visits.call('GET', '/memory?user_id=vera&limit=1');
        await visits.call('PATCH', `/memory/${memories[0].id}`, { content: 'Vera wrote the last letter to her aunt.' });
        await visits.open(page, 'users?user_id=ada');
        await page.locator('.statements li', { hasText: 'window seats' }).waitFor();
        await visits.open(page, 'users?user_id=vera&part=timeline');
        await page.locator('.timeline > li').nth(49).waitFor();
        assert.equal(await page.locator('.timeline > li').count(), 50);
        await page.locator('.timeline > li', { hasText: 'the last letter' }).getByText('changed').first().waitFor();
        await page.getByRole('button', { name: 'Show more of the timeline' }).click();
        await page.locator('.timeline > li').nth(59).waitFor();
        assert.equal(await page.locator('.timeline > li').count(), 60);
        await page.getByLabel('Order').selectOption('oldest');
        await page.locator('.timeline > li', { hasText: 'letter 0 ' }).waitFor();
        await page.getByLabel(/Trace a topic/).fill('window seats on flights');
        await page.keyboard.press('Enter');
        await page.getByText(/states? of/).waitFor();
        await page.getByRole('button', { name: 'Everything' }).click();
        await page.locator('.timeline > li').first().waitFor();
      }),
    );

    it('replays an episode turn by turn, or automatically', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'users?user_id=ada&part=episodes');
        await page.getByRole('link', { name: 'Booking the flight to Lisbon' }).click();
        await page.locator('.turn').nth(3).waitFor();
        await page.getByRole('button', { name: 'Play from the start' }).click();
        await page.getByText('Turn 1 of 4').waitFor();
        await page.getByRole('button', { name: 'Pause' }).click();
        const turns = await page.locator('.turn').count();
        await page.getByRole('button', { name: 'Next turn (j)' }).click();
        assert.equal(await page.locator('.turn').count(), turns + 1);
        await page.locator('body').press('k');
        assert.equal(await page.locator('.turn').count(), turns);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('Turn 4 of 4').waitFor();
        await page.getByRole('button', { name: 'Show all' }).click();
        await page.locator('.turn', { hasText: 'seat 14A' }).waitFor();
      }),
    );

    it('shows feelings and usage, with numbers that link to the rows', { skip }, () =>
      visits.visit(async (page) => {
        await visits.open(page, 'users?user_id=ada&part=feelings');
        await page.getByText('of 100').first().waitFor();
        const negative = page.locator('.figure', { hasText: 'negative' }).getByRole('link');
        const count = Number(await negative.innerText());
        await negative.click();
        await page.getByRole('heading', { name: 'Records: negative' }).waitFor();
        await eventually(async () => (await page.locator('.cards > li').count()) === count, 'as many records');
        await visits.open(page, 'users?user_id=ada&part=usage');
        const memories = page.locator('.figure', { hasText: 'Memories' }).getByRole('link');
        await memories.waitFor();
        await memories.click();
        await page.locator('.memory-row').first().waitFor();
      }),
    );

    it('exports a user, and erases one after its name is typed, with a receipt', { skip }, () =>
      visits.visit(async (page) => {
        await visits.call('POST', '/memory/store', { user_id: 'gone/soon', content: 'This will be erased.' });
        await visits.open(page, `users?user_id=${encodeURIComponent('gone/soon')}&part=data`);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Download the export' }).click(),
        ]);
        const file = JSON.parse(await readFile(await download.path(), 'utf8'));
        assert.deepEqual([file.user_id, file.memories.length], ['gone/soon', 1]);
        const erase = page.getByRole('button', { name: 'Erase everything', exact: true });
        assert.ok(await erase.isDisabled());
        await page.getByLabel('Type the name of the user to confirm').fill('gone/soo');
        assert.ok(await erase.isDisabled());
        await page.getByLabel('Type the name of the user to confirm').fill('gone/soon');
        await erase.click();
        await page.getByRole('heading', { name: /^Erased: \d+ rows$/ }).waitFor();
        const receipt = page.locator('.receipt');
        const { erasures } = await visits.call('GET', '/erasures');
        assert.ok((await receipt.innerText()).includes(erasures[0].id));
        if (engine === 'sqlite') {
          await receipt.getByText('in progress').waitFor();
          const audit = { redact: async () => {} }; // no other node has written meanwhile
          await finishErasures({ database: visits.service.database, clock: systemClock, log: silentLog, audit });
          await receipt.getByText('in progress').waitFor({ state: 'detached' });
          assert.ok((await visits.call('GET', `/erasures/${erasures[0].id}`)).scrubbed_at !== null);
        } else await receipt.getByText('PostgreSQL reuses the space').waitFor();
        assert.equal((await visits.call('GET', '/memory?user_id=gone%2Fsoon')).count, 0);
        await visits.open(page, 'users?part=receipts');
        await page.getByText(erasures[0].id).waitFor();
      }),
    );

    it('a read-only key cannot erase, and a child key sees only its own user', { skip }, async () => {
      const { key: reader } = await visits.service.mint({ scopes: ['read'] });
      await visits.visit(
        async (page) => {
          await visits.open(page, 'users?user_id=ada&part=data');
          await page.getByRole('heading', { name: 'Export' }).waitFor();
          assert.equal(await page.getByRole('button', { name: /Erase/ }).count(), 0);
        },
        { as: reader },
      );
      const child = await visits.call('POST', '/keys/children', { name: 'phone', user_id: 'ada' });
      await visits.visit(
        async (page) => {
          await visits.open(page, 'users?user_id=ben');
          await page.getByRole('heading', { name: 'ada' }).waitFor();
          await page.locator('.statements li').first().waitFor();
          assert.equal(await page.getByRole('link', { name: 'Export and erasure' }).count(), 0);
          await visits.open(page, 'users?part=episodes');
          await page.getByRole('link', { name: 'Booking the flight to Lisbon' }).waitFor();
        },
        { as: child.key },
      );
    });

    visits.inAllSizes({
      users: () => 'users',
      'user-profile': () => 'users?user_id=ada',
      'user-timeline': () => 'users?user_id=ada&part=timeline',
      'user-replay': () => `users?user_id=ada&part=episodes&episode=${of(visits).closed}`,
      'user-feelings': () => 'users?user_id=ada&part=feelings',
      'user-usage': () => 'users?user_id=ada&part=usage',
      'user-data': () => 'users?user_id=ada&part=data',
      'user-receipts': () => 'users?part=receipts',
    });

    // After the screenshots, which need not show these.
    it('hostile strings in every field stay text', { skip }, async () => {
      const user = HOSTILE;
      await visits.call('POST', '/memory/store', {
        ...{ user_id: user, agent_id: HOSTILE, namespace: HOSTILE.slice(0, 100), tags: ['<b onclick=x>'] },
        content: `${HOSTILE} The door is open.`,
      });
      const { closed } = await recordsSample(visits, user, HOSTILE, HOSTILE);
      const name = encodeURIComponent(user);
      await visits.visit(async (page) => {
        for (const path of [
          'users',
          `users?prefix=${name}`,
          ...['profile', 'timeline', 'episodes', 'feelings', 'usage', 'data'].map(
            (part) => `users?user_id=${name}&part=${part}`,
          ),
          `users?user_id=${name}&part=timeline&topic=${name}`,
          `users?user_id=${name}&part=episodes&episode=${closed}`,
          `users?user_id=${name}&part=episodes&episode=${name}`,
        ]) {
          await visits.see(page, path);
          await visits.isHarmless(page, path);
        }
        await visits.open(page, `users?user_id=${name}&part=timeline`);
        await page.getByText('<script>hurt=1</script>').first().waitFor();
      });
    });
  },
  {},
  async (visits) => {
    await sample(visits.service, visits.key);
    planted.set(visits, await recordsSample(visits, 'ada', 'planner'));
  },
);
