import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines } from '../../test/support/service.js';
import { startCommand } from './cli-child.test.kit.js';

onBothEngines('recollect jobs', (start) => {
  it('shows background jobs as a table and as JSON, to the operator alone', async () => {
    const service = await start({ clock: new TestClock(), background: false });
    const { key } = await service.mint();
    const made = await service.call('POST', '/memory/subscribe', { key, body: { url: 'https://hooks.example/x' } });
    await service.jobs.runDue();
    const runCli = (args: string[]) => startCommand(service.place.folder, args).ended;
    const flags = ['--url', service.url, '--key', ADMIN_KEY];
    const shown = await runCli(['jobs', ...flags]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /^JOB +STATE/);
    assert.match(shown.stdout, /recurring:trim-journal +waiting/);
    assert.match(shown.stdout, new RegExp(`deliver:${made.body.id} +asleep +when woken`));
    const json = await runCli(['jobs', ...flags, '--json', '--kind', 'deliver']);
    assert.deepEqual(
      JSON.parse(json.stdout).jobs.map((job: { id: string; state: string }) => [job.id, job.state]),
      [[`deliver:${made.body.id}`, 'asleep']],
    );
    const page = await service.call('GET', '/admin/jobs', { key: ADMIN_KEY, query: { limit: 2, state: 'waiting' } });
    assert.equal(page.body.count, 2);
    const query = { limit: 100, state: 'waiting', cursor: page.body.next_cursor };
    const rest = await service.call('GET', '/admin/jobs', { key: ADMIN_KEY, query });
    assert.ok(rest.body.count > 2 && rest.body.jobs[0].id > page.body.jobs[1].id);
    const refused = await runCli(['jobs', '--url', service.url, '--key', key]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /403/);
  });
});
