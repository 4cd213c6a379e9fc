import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ADMIN_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { startCommand } from '../cli-child.test.kit.js';

describe('commands of a running service', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await startTestService('sqlite');
    folder = await mkdtemp(join(tmpdir(), 'recollect-cli-'));
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const run = (args: string[], env: Record<string, string> = {}) =>
    startCommand(folder, args, { RECOLLECT_URL: service.url, ...env }).ended;
  const admin = { RECOLLECT_ADMIN_KEY: ADMIN_KEY };

  it('create, list, rotate and revoke keys', async () => {
    const made = await run(
      ['key', 'create', '--name', 'of the test', '--owner', 'me', '--scopes', 'read', '--json'],
      admin,
    );
    assert.equal(made.code, 0, made.stderr);
    const { id, key, scopes } = JSON.parse(made.stdout);
    assert.deepEqual(scopes, ['read']);
    const listed = await run(['key', 'list'], admin);
    assert.match(listed.stdout, new RegExp(`${id}.*read.*of the test`));
    assert.ok(!listed.stdout.includes('\u001b['), 'no colours into a pipe');
    const rotated = await run(['key', 'rotate', id], admin);
    assert.match(rotated.stdout, /^rec_sk_\w+\n/);
    assert.ok(!rotated.stdout.includes(key));
    assert.equal((await run(['key', 'revoke', id], admin)).code, 0);
    assert.equal(
      JSON.parse((await run(['key', 'list', '--json'], admin)).stdout).find((one: { id: string }) => one.id === id)
        .revoked_at > 0,
      true,
    );
    const { owner } = JSON.parse((await run(['key', 'create', '--name', 'mine alone', '--json'], admin)).stdout);
    assert.equal(owner, 'mine alone');
    const { key: parent } = await service.mint();
    const own = { RECOLLECT_KEY: parent };
    const child = JSON.parse(
      (await run(['key', 'create', '--name', 'phone', '--user-id', 'ada', '--json'], own)).stdout,
    );
    assert.match((await run(['key', 'rotate', child.id], own)).stdout, /^rec_sk_/);
    assert.equal((await run(['key', 'revoke', child.id], own)).code, 0);
    assert.equal((await run(['key', 'revoke', id], own)).code, 1, 'not its child');
    const unknown = await run(['key', 'revoke', 'rec_pk_nobody'], admin);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^recollect: /);
  });

  it('change keys, and export and erase the data of one that is revoked', async () => {
    const { id, key } = await service.mint();
    for (const user_id of ['ada', 'ben'])
      await service.call('POST', '/memory/store', { key, body: { user_id, content: `${user_id} likes tea.` } });
    const changed = await run(['key', 'change', id, '--expires', '2099-01-31', '--name', 'brief'], admin);
    assert.equal(changed.stdout, `${id} (brief, pro, read,write) expires at 2099-01-31T00:00:00.000Z.\n`);
    assert.match((await run(['key', 'change', id, '--expires', 'never'], admin)).stdout, /never expires/);
    assert.equal((await run(['key', 'change', id, '--expires', 'soon'], admin)).code, 1);
    await run(['key', 'revoke', id], admin);
    const whole = await run(['key', 'export', id, '--out', 'key.ndjson'], admin);
    assert.match(whole.stderr, /^Exported 2 memories in /);
    assert.match(await readFile(join(folder, 'key.ndjson'), 'utf8'), /"type":"end","count":2/);
    const ada = await run(['key', 'export', id, '--user-id', 'ada'], admin);
    assert.match(ada.stderr, /^Exported 1 memory in /);
    assert.equal(JSON.parse(ada.stdout).counts.memories, 1);
    assert.match((await run(['key', 'erase', id], admin)).stderr, /--user-id .* --all/);
    const erased = await run(['key', 'erase', id, '--user-id', 'ada'], admin);
    assert.match(
      erased.stdout,
      /^Erased everything about ada under rec_pk_\w+: 1 memory, \d+ rows\. Receipt: era_\w+\n$/,
    );
    const all = JSON.parse((await run(['key', 'erase', id, '--all', '--json'], admin)).stdout);
    assert.deepEqual([all.users, all.receipt.counts.memories], [1, 1]);
    assert.equal((await run(['key', 'erase', id, '--all'], { RECOLLECT_ADMIN_KEY: key })).code, 1);
  });

  it('store, search and print a context', async () => {
    const { key } = await service.mint();
    const env = { RECOLLECT_KEY: key };
    const stored = await run(['store', 'Ada prefers window seats', '--user', 'ada', '--tags', 'travel, seats,'], env);
    assert.match(stored.stdout, /^mem_\w+ stored\n$/);
    const found = await run(['search', 'window seats', '--user', 'ada'], env);
    assert.match(found.stdout, /^ *\d+ % {2}Ada prefers window seats {2}mem_\w+\n$/);
    assert.deepEqual(
      JSON.parse((await run(['search', 'window seats', '--user', 'ada', '--json'], env)).stdout).results[0].tags,
      ['travel', 'seats'],
    );
    for (const args of [
      ['seats', '--user-id', 'ada', '--max-tokens', '500'],
      ['--q', 'seats', '--user-id', 'ada'],
      ['--user', 'ada', '--query', 'seats', '--tokens', '500'],
      ['--user-id', 'ada'],
    ]) {
      const { code, stdout, stderr } = await run(['context', ...args], env);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /window seats/);
    }
    const short = await run(['context', 'seats', '--user-id', 'ada', '--max-tokens', '9'], env);
    assert.doesNotMatch(short.stdout, /window seats/);
    const empty = await run(['context', 'seats', '--user-id', 'nobody'], env);
    assert.deepEqual([empty.stdout, empty.stderr], ['\n', 'Nothing found.\n']);
    const nobody = await run(['context', 'seats'], env);
    assert.deepEqual([nobody.code, nobody.stdout], [2, '']);
    assert.match(nobody.stderr, /'--user-id <user_id>' not specified/);
    assert.equal((await run(['search', 'anything', '--user', 'nobody'], env)).stdout, 'Nothing found.\n');
    const keyless = await run(['store', 'x', '--user', 'ada']);
    assert.equal(keyless.code, 2);
    assert.match(keyless.stderr, /RECOLLECT_KEY/);
    const wrong = await run(['search', 'x', '--user', 'ada', '--limit', 'many'], env);
    assert.match(wrong.stderr, /--limit must be a whole number/);
  });

  it('show the audit log, once or as it grows, and which key seals webhook secrets', async () => {
    const { key, id } = await service.mint();
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ada', content } });
    const first = (await store('Ada prefers window seats')).body.id;
    const about = ['--key-id', id, '--action', 'memory.*'];
    const shown = await run(['audit', ...about], admin);
    assert.match(shown.stdout, /^TIME +CALLS +STATUS +ACTION +ACTOR /, shown.stderr);
    assert.match(shown.stdout, new RegExp(`memory\\.store +${id} +127\\.0\\.0\\.1 +http +${first}`));
    const json = JSON.parse(
      (await run(['audit', ...about, '--user-id', 'ada', '--from', '1h', '--json'], admin)).stdout,
    );
    assert.deepEqual([json.length, json[0].subjects], [1, [first]]);
    assert.equal((await run(['audit', ...about, '--outcome', 'failed', '--json'], admin)).stdout, '[]\n');
    assert.match((await run(['audit', '--from', 'once'], admin)).stderr, /--from must be a duration such as 12h/);
    assert.equal((await run(['audit', '--key', key])).code, 1);
    const following = startCommand(folder, ['audit', '--follow', ...about], { RECOLLECT_URL: service.url, ...admin });
    await following.printed(first);
    const second = (await store('Ada keeps bees')).body.id;
    assert.ok((await following.printed(second)).includes(second));
    following.child.kill('SIGINT');
    assert.equal((await following.ended).code, 0);
    const sealing = await run(['sealing'], admin);
    assert.deepEqual([sealing.code, /All are sealed by [0-9a-f]{8}:/.test(sealing.stdout)], [0, true], sealing.stderr);
  });

  it('add an entry to the settings of other applications and leave the rest unchanged', async () => {
    const file = join(folder, '.mcp.json');
    await writeFile(file, JSON.stringify({ mcpServers: { other: { command: 'x' } }, theme: 'dark' }));
    const args = [
      'init',
      '--client',
      'claude-code',
      'vscode',
      '--yes',
      '--user',
      'ada',
      '--data-dir',
      join(folder, 'data'),
    ];
    const before = await readFile(file, 'utf8');
    const planned = await run([...args, '--dry-run']);
    assert.equal(planned.code, 0, planned.stderr);
    assert.match(
      planned.stdout,
      /would write .*\.mcp\.json, [\s\S]*"recollect": \{[\s\S]*"stdio"[\s\S]*Nothing was written\.\n$/,
    );
    assert.deepEqual([await readFile(file, 'utf8'), existsSync(join(folder, '.vscode'))], [before, false]);
    const first = await run(args);
    assert.equal(first.code, 0, first.stderr);
    assert.match((await run([...args, '--dry-run'])).stdout, /already set up in .*\.mcp\.json\./);
    const settings = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual([settings.theme, settings.mcpServers.other], ['dark', { command: 'x' }]);
    assert.deepEqual(settings.mcpServers.recollect.args.slice(1), [
      'mcp',
      '--data-dir',
      join(folder, 'data'),
      '--user-id',
      'ada',
    ]);
    const code = JSON.parse(await readFile(join(folder, '.vscode', 'mcp.json'), 'utf8'));
    assert.equal(code.servers.recollect.type, 'stdio');
    assert.match((await run(args)).stdout, /already set up/);
    await writeFile(file, '{ // a comment\n}');
    await rm(join(folder, '.vscode'), { recursive: true });
    const refused = await run([...args, '--url', service.url, '--key', 'rec_sk_1']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^recollect: Claude Code \(this folder\): .* is not plain JSON/);
    assert.match(refused.stdout, /VS Code.*: wrote .*\n.*\.vscode.mcp\.json contains the key .*\.gitignore/);
    assert.equal(await readFile(file, 'utf8'), '{ // a comment\n}');
    assert.match((await run(['init', '--client', 'netscape', '--yes'])).stderr, /claude-desktop/);
    assert.match((await run(['init', '--print', '--url', service.url, '--key', 'k'])).stdout, /RECOLLECT_KEY/);
    const { args: printed } = JSON.parse((await run(['init', '--print', '--data-dir', './data'])).stdout).mcpServers
      .recollect;
    assert.ok(isAbsolute(printed[printed.indexOf('--data-dir') + 1]), printed);
  });
});
