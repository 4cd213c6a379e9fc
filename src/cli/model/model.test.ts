import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { ADMIN_KEY, startTestService } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { startCommand } from '../cli-child.test.kit.js';

const OWN = 'recollect-embed-1';
const MINI = 'all-MiniLM-L6-v2';

describe('recollect model', () => {
  const cwd = mkdtemp(join(tmpdir(), 'recollect-cli-'));
  after(async () => rm(await cwd, { recursive: true }));
  const run = async (args: string[], env: Record<string, string> = {}) =>
    startCommand(await cwd, ['model', ...args], env).ended;

  it('changes the model of a running service and shows the progress', async () => {
    const stubs = new Map([OWN, MINI].map((id, i) => [id, new StubEmbedder(64 - i * 32, id)]));
    (stubs.get(MINI) as StubEmbedder).unavailable = true;
    const service = await startTestService('sqlite', {
      clock: new TestClock(),
      embedders: (id) => stubs.get(id) ?? null,
    });
    try {
      const { key } = await service.mint();
      await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann keeps bees' } });
      const at = ['--url', service.url];
      const wrong = await run(['use', MINI, ...at, '--key', 'rec_admin_of_somebody_else_entirely']);
      assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
      assert.match(wrong.stderr, /^recollect: http:.* returned 401: .*\n$/);
      const used = await run(['use', MINI, ...at, '--key', ADMIN_KEY]);
      assert.deepEqual([used.code, used.stderr], [0, '']);
      assert.match(used.stdout, /^The service is changing to all-MiniLM-L6-v2\. recollect-embed-1 stays in use until /);
      const plain = await run(['list', ...at]);
      assert.match(
        plain.stdout,
        /^\* recollect-embed-1 .*\n {2}bge-small.*\n\+ all-MiniLM-L6-v2 .*\nChanging from recollect-embed-1 /,
      );
      assert.match(plain.stdout, /: 0 of 1 memories \(0 %\)\.\n$/);
      const { models, service: reported } = JSON.parse((await run(['list', '--json', ...at])).stdout);
      assert.deepEqual(reported, { url: service.url, changing: { from: OWN, to: MINI, done: 0, total: 1 } });
      const marks = models.map((one: { name: string; in_use: boolean; wanted: boolean }) => [
        one.name,
        one.in_use,
        one.wanted,
      ]);
      assert.deepEqual(marks, [
        [OWN, true, false],
        ['bge-small-en-v1.5', false, false],
        [MINI, false, true],
      ]);
      assert.equal((await run(['use', OWN, ...at, '--key', ADMIN_KEY])).stdout, `${OWN} is in use.\n`);
    } finally {
      await service.stop();
      await service.place.remove();
    }
  });

  for (const [args, env, code, expected] of [
    [['use', 'none-such'], {}, 2, /There is no local embedding model named `none-such`/],
    [['use', MINI], { RECOLLECT_MODEL: OWN, PORT: '1' }, 2, /The model is set by RECOLLECT_MODEL, which takes/],
    [['use', MINI, '--url', 'http://127.0.0.1:1'], {}, 1, /No service responds at http:\/\/127\.0\.0\.1:1\./],
    [['use', MINI], { RECOLLECT_URL: 'http://127.0.0.1:1' }, 1, /No service responds at http:\/\/127\.0\.0\.1:1\./],
    [['list', '--url', 'nowhere'], {}, 2, /The address of the service must be a URL/],
  ] as [string[], Record<string, string>, number, RegExp][]) {
    it(`says what is wrong: model ${args.join(' ')} ${JSON.stringify(env)}`, async () => {
      const ended = await run(args, env);
      assert.match(ended.stderr, expected);
      assert.deepEqual([ended.code, ended.stdout, ended.stderr.split('\n').length], [code, '', 2]);
    });
  }
});
