import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startCommand } from '../../cli-child.test.kit.js';
import { FakeService } from '../../remote/fake-service.test.kit.js';

const run = promisify(execFile);

describe('recollect init --hooks', () => {
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'recollect-init-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  const init = (args: string[]) => startCommand(home, ['init', ...args]).ended;
  const read = (...path: string[]) => readFile(join(home, ...path), 'utf8');
  const write = async (text: string, ...path: string[]) => {
    await mkdir(join(home, ...path, '..'), { recursive: true });
    await writeFile(join(home, ...path), text);
  };
  const ALL = ['--hooks', 'claude-code', 'claude-code-project', 'cursor', 'codex', 'opencode', '--yes'];

  it('adds the hooks of every agent to existing settings, once, and removes them again', async () => {
    const claude = { model: 'x', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }], Odd: 1 } };
    const cursor = { version: 1, hooks: { stop: [{ command: './mine.sh' }] } };
    const codex = 'model = "o"\n\n[tui]\nnotify = "not this one"\n';
    await write(JSON.stringify(claude), '.claude', 'settings.json');
    await write(JSON.stringify(cursor), '.cursor', 'hooks.json');
    await write(codex, '.codex', 'config.toml');
    const planned = await init([...ALL, '--dry-run']);
    assert.equal(planned.code, 0, planned.stderr);
    assert.match(
      planned.stdout,
      /Claude Code: would write .*settings\.json, with this added:\n\{[\s\S]*Nothing was written\.\n$/,
    );
    assert.ok(!planned.stdout.includes('say done'));
    assert.deepEqual(
      [JSON.parse(await read('.claude', 'settings.json')), existsSync(join(home, '.config'))],
      [claude, false],
    );
    const first = await init([...ALL, '--url', 'http://127.0.0.1:9', '--key', 'k', '--user-id', 'ada']);
    assert.equal(first.code, 0, first.stderr);
    const settings = JSON.parse(await read('.claude', 'settings.json'));
    assert.deepEqual([settings.model, settings.hooks.Odd, settings.hooks.Stop[0]], ['x', 1, claude.hooks.Stop[0]]);
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'])
      assert.match(settings.hooks[event].at(-1).hooks[0].command, new RegExp(`main\\.js" hook ${event}$`));
    assert.equal(settings.hooks.PostToolUse[0].matcher, '*');
    const cursorHooks = JSON.parse(await read('.cursor', 'hooks.json'));
    assert.deepEqual([cursorHooks.version, cursorHooks.hooks.stop.length], [1, 2]);
    assert.match(
      await read('.codex', 'config.toml'),
      /^# Recollect.*\nnotify = \[".*main\.js", "hook", "codex"\]\n\nmodel = "o"/,
    );
    assert.ok(existsSync(join(home, '.claude', 'settings.local.json')));
    const config = join(home, '.recollect', 'hooks', 'config.json');
    assert.deepEqual(JSON.parse(await readFile(config, 'utf8')), {
      url: 'http://127.0.0.1:9',
      key: 'k',
      user_id: 'ada',
    });
    assert.equal((await stat(config)).mode & 0o077, 0);
    const files = [
      '.claude/settings.json',
      '.cursor/hooks.json',
      '.codex/config.toml',
      '.config/opencode/plugins/recollect.js',
    ];
    const before = await Promise.all(files.map((file) => read(file)));
    const again = await init(ALL);
    assert.equal(again.stdout.match(/already has the hooks/g)?.length, 5, again.stdout);
    assert.deepEqual(await Promise.all(files.map((file) => read(file))), before);
    const removed = await init([...ALL, '--uninstall']);
    assert.equal(removed.code, 0, removed.stderr);
    assert.deepEqual(JSON.parse(await read('.claude', 'settings.json')), claude);
    assert.deepEqual(JSON.parse(await read('.cursor', 'hooks.json')), cursor);
    assert.equal(await read('.codex', 'config.toml'), codex);
    assert.equal(existsSync(join(home, '.config', 'opencode', 'plugins', 'recollect.js')), false);
    assert.match((await init([...ALL, '--uninstall'])).stdout, /has no Recollect hooks/);
  });

  it('leaves settings that it cannot read, and a program that Codex already calls', async () => {
    await write('{ // mine\n}', '.claude', 'settings.json');
    const odd = await init(['--hooks', 'claude-code', '--yes']);
    assert.deepEqual([odd.code, await read('.claude', 'settings.json')], [1, '{ // mine\n}']);
    assert.match(odd.stderr, /settings\.json is not plain JSON/);
    await write('notify = ["mine"]\n', '.codex', 'config.toml');
    const other = await init(['--hooks', 'codex', '--yes']);
    assert.match(other.stderr, /already has a notify program, and Codex calls only one/);
    assert.equal(await read('.codex', 'config.toml'), 'notify = ["mine"]\n');
    assert.match(
      (await init(['--hooks', 'emacs', '--yes'])).stderr,
      /There is no client emacs: choose from claude-code/,
    );
    assert.match((await init(['--hooks', 'cursor'])).stderr, /use --yes/);
    assert.match((await init(['--hooks'])).stderr, /Choose with --hooks: claude-code/);
    assert.match((await init(['--uninstall'])).stderr, /add --hooks/);
  });

  it('writes through symbolic links, and to the named data folder', async () => {
    await write('{}', 'dotfiles', 'claude.json');
    await mkdir(join(home, '.claude'));
    await symlink(join(home, 'dotfiles', 'claude.json'), join(home, '.claude', 'settings.json'));
    const data = join(home, 'my data');
    const args = ['--hooks', 'claude-code', '--yes', '--data-dir', data, '--user-id', 'ada'];
    assert.equal((await init(args)).code, 0);
    const { hooks } = JSON.parse(await read('dotfiles', 'claude.json'));
    assert.ok(hooks.Stop[0].hooks[0].command.endsWith(`hook --data-dir "${data}" Stop`));
    assert.ok(existsSync(join(data, 'hooks', 'config.json')));
    assert.match((await init(args)).stdout, /already has the hooks/);
  });

  it('gives OpenCode a plugin that calls the hooks', async () => {
    const service = await new FakeService().start();
    try {
      const args = ['--hooks', 'opencode', '--yes', '--url', service.url, '--key', 'k', '--user-id', 'ada'];
      assert.equal((await init(args)).code, 0);
      const plugin = pathToFileURL(join(home, '.config', 'opencode', 'plugins', 'recollect.js')).href;
      await write(
        `import { Recollect } from ${JSON.stringify(plugin)};
const said = [{ info: { role: 'assistant' }, parts: [{ type: 'text', text: 'Done.' }, { type: 'reasoning', text: 'x' }] }];
const client = { session: { messages: async () => ({ data: said }) } };
const hooks = await Recollect({ directory: ${JSON.stringify(home)}, client });
const system = [];
await hooks['experimental.chat.system.transform']({ sessionID: 'o1' }, { system });
await hooks['chat.message']({ sessionID: 'o1' }, { parts: [{ type: 'text', text: 'Rename it' }, { type: 'text', text: 'no', synthetic: true }] });
await hooks['tool.execute.before']({ callID: 'c' }, { args: { command: 'mv a b' } });
await hooks['tool.execute.after']({ tool: 'bash', sessionID: 'o1', callID: 'c' }, { output: 'moved' });
await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'o1' } } });
console.log(JSON.stringify(system));
`,
        'use.mjs',
      );
      const env = { PATH: process.env.PATH ?? '', HOME: home, RECOLLECT_HOOK_MS: '20000' };
      const { stdout } = await run(process.execPath, [join(home, 'use.mjs')], { env });
      assert.match(stdout, /Ada prefers window seats/);
      while ((service.sessions.get('o1') ?? []).length < 3) {
        await startCommand(home, ['hook', 'send']).ended;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.deepEqual(
        service.sessions.get('o1')?.map(({ role, content }) => [role, content]),
        [
          ['user', 'Rename it'],
          ['tool', '$ mv a b\nmoved'],
          ['assistant', 'Done.'],
        ],
      );
    } finally {
      await service.stop();
    }
  });
});
