import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { VERSION } from '../version.js';
import { startCommand } from './cli-child.test.kit.js';

describe('the command line', () => {
  const cwd = mkdtemp(join(tmpdir(), 'recollect-cli-'));
  after(async () => rm(await cwd, { recursive: true }));
  const run = async (args: string[], env: Record<string, string> = {}) => startCommand(await cwd, args, env).ended;

  it('prints its version', async () => {
    assert.deepEqual(await run(['version']), { code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  for (const [args, env, expected] of [
    [['serve'], { PORT: 'abc' }, /^recollect: PORT is "abc", but must be a whole number from 0 to 65535\.\n$/],
    [
      [],
      { RECOLLECT_MODEL: 'none-such' },
      /^recollect: RECOLLECT_MODEL is "none-such", but must be recollect-embed-1, bge-small.*\.\n$/,
    ],
    [['--port', 'x'], {}, /^recollect: --port is "x", but must be .*\.\n$/],
    [['doctor', '--signup', 'perhaps'], {}, /^recollect: --signup is "perhaps", but must be on or off\.\n$/],
    [
      ['doctor'],
      { RECOLLECT_ADMIN_KEY: 'too-short' },
      /^recollect: RECOLLECT_ADMIN_KEY is set to .* not shown, .*\.\n$/,
    ],
    [['serve', '--prot', '1'], {}, /^recollect: unknown option '--prot' \(Did you mean --port\?\)\n$/],
    [['sevre'], {}, /^recollect: unknown command 'sevre' \(Did you mean serve\?\): recollect --help lists .*\n$/],
    [['nonsense'], {}, /^recollect: unknown command 'nonsense': recollect --help lists the commands\.\n$/],
    [['model', 'nonsense'], {}, /^recollect: unknown command 'nonsense': .*\n$/],
    [['model', 'install', 'none-such'], {}, /^recollect: There is no local embedding model named `none-such`.*\n$/],
    [['serve', '--config', 'none.json'], {}, /^recollect: The configuration file .*none\.json does not exist\.\n$/],
  ] as [string[], Record<string, string>, RegExp][]) {
    it(`ends with code 2 and one line for: recollect ${args.join(' ')} ${JSON.stringify(env)}`, async () => {
      const { code, stdout, stderr } = await run(args, env);
      assert.match(stderr, expected);
      assert.equal(stderr.split('\n').length, 2);
      assert.deepEqual([code, stdout], [2, '']);
    });
  }

  it('shows only the settings that concern each command', async () => {
    const helpOf = async (...args: string[]) => (await run([...args, '--help'])).stdout;
    const [serve, doctor, migrate] = [await helpOf('serve'), await helpOf('doctor'), await helpOf('migrate')];
    const mcp = await helpOf('mcp');
    for (const help of [serve, doctor, migrate, mcp]) assert.match(help, /--data-dir /);
    for (const help of [doctor, migrate, mcp]) assert.doesNotMatch(help, /--cors-origin|--signup/);
    assert.match(serve, /--cors-origin /);
    assert.doesNotMatch(migrate, /--port |--model |serve/);
    assert.match(mcp, /--user-id [\s\S]*see recollect serve --help/);
    assert.doesNotMatch(mcp, /--user /);
    assert.doesNotMatch(await helpOf('search'), /--data-dir|--port/);
  });

  it('ends quietly when nobody reads its output any more', async () => {
    const { child, ended } = startCommand(await cwd, ['hook', '--help']);
    child.stdout.destroy();
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('lists the models', async () => {
    const { code, stdout } = await run(['model', 'list']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^\* recollect-embed-1 +35 MB .*\n {2}bge-small-en-v1\.5 +35 MB {2}not installed\n {2}all-MiniLM-L6-v2 /,
    );
  });

  it('prints what the doctor finds as JSON, without secrets', async () => {
    const secret = 'a-very-secret-credential';
    const { code, stdout } = await run(['doctor', '--json', '--port', '0'], {
      RECOLLECT_ADMIN_KEY: secret,
      RECOLLECT_MODEL: 'bge-small-en-v1.5',
    });
    const report = JSON.parse(stdout);
    assert.equal(code, 1); // the model is missing here
    assert.equal(report.ok, false);
    assert.equal(report.version, VERSION);
    assert.ok(!stdout.includes(secret));
    const settings = report.settings as { name: string; value: string; from: string }[];
    const admin = settings.find(({ name }) => name === 'RECOLLECT_ADMIN_KEY');
    assert.deepEqual(admin, { name: 'RECOLLECT_ADMIN_KEY', value: 'set', from: 'RECOLLECT_ADMIN_KEY' });
    const checks = report.checks as { name: string; ok: boolean; advice?: string }[];
    const names = checks.map(({ name, ok }) => [name, ok]);
    assert.deepEqual(names, [
      ['node', true],
      ['data folder', true],
      ['disk', true],
      ['lock', true],
      ['model', false],
      ['port', true],
    ]);
    assert.match(checks[4]?.advice ?? '', /recollect model install bge-small-en-v1\.5/);
  });
});
