import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startCommand } from '../cli-child.test.kit.js';
import { planOf } from './plan.js';
import { unitText } from './unit.js';

const HOME = '/home/ada lovelace/100%';
const textOf = (options: Parameters<typeof planOf>[0], flags: Parameters<typeof planOf>[1] = {}) =>
  unitText(planOf(options, flags, { HOME }).facts);
const has = (text: string, ...lines: string[]) => {
  for (const line of lines) assert.ok(text.split('\n').includes(line), `${line}\n\n${text}`);
};

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
const skip = hasAnalyze ? false : 'systemd-analyze is not installed';

describe('the unit of recollect service', () => {
  it('is sandboxed, and lets V8 generate code', () => {
    for (const text of [textOf({}), textOf({ system: true })]) {
      has(text, 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'PrivateTmp=yes', 'MemoryDenyWriteExecute=no');
      has(text, 'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK', 'SystemCallFilter=@system-service');
      has(text, 'ExecReload=/bin/kill -HUP $MAINPID', 'RestartPreventExitStatus=2', 'TimeoutStopSec=40');
    }
    has(textOf({ system: true }), 'DynamicUser=yes', 'StateDirectory=recollect', 'CapabilityBoundingSet=');
    has(textOf({ system: true }), 'Environment="RECOLLECT_DATA_DIR=/var/lib/recollect"', 'WantedBy=multi-user.target');
  });

  it('writes only to the data folder and the model cache, whatever their names', () => {
    const folder = '/home/ada lovelace/100%%/.recollect';
    const text = textOf({});
    has(text, `Environment="RECOLLECT_DATA_DIR=${folder}"`, 'WantedBy=default.target');
    has(text, `ReadWritePaths="${folder}" "-/home/ada lovelace/100%%/.cache/recollect/models"`);
    has(text, 'EnvironmentFile=-/home/ada lovelace/100%%/.config/recollect/recollect.env');
    const own = textOf({ system: true, runAs: 'ada' }, { dataDir: '/srv/memory', drainSeconds: '10' });
    has(own, 'User=ada', 'ReadWritePaths="/srv/memory" "-/var/cache/recollect/models"', 'TimeoutStopSec=50');
    assert.ok(!own.includes('DynamicUser') && !own.includes('StateDirectory'));
    has(own, 'CacheDirectory=recollect');
    const standard = textOf({ system: true, runAs: 'ada' });
    has(standard, 'User=ada', 'StateDirectory=recollect', 'StateDirectoryMode=0700', 'CacheDirectory=recollect');
    has(standard, 'ReadWritePaths="-/var/lib/recollect" "-/var/cache/recollect/models"');
  });

  it('leaves /proc/stat readable, by which webhooks notice how busy the machine is', () => {
    assert.ok(!textOf({ system: true }).includes('ProcSubset'));
  });

  it('has the settings of the flags, but never a secret', () => {
    has(textOf({}, { port: '8080', signup: 'off' }), 'Environment="PORT=8080"', 'Environment="RECOLLECT_SIGNUP=off"');
    for (const flags of [{ adminKey: 'k'.repeat(20) }, { databaseUrl: 'postgres://u:p@h/d' }]) {
      assert.throws(
        () => textOf({}, flags),
        /would be readable by every user in the unit: write .*_FILE=.* to .*recollect\.env/,
      );
    }
    assert.throws(() => textOf({}, { port: 'abc' }), /--port is "abc"/);
    assert.throws(() => textOf({ runAs: 'ada' }), /--run-as needs --system/);
    assert.throws(() => textOf({ system: true, runAs: 'a b' }), /--run-as must be the name of a user/);
    assert.throws(() => textOf({ system: true }, { dataDir: '/srv' }), /--data-dir needs --run-as/);
    assert.throws(() => textOf({ name: '../x' }), /--name must have/);
  });

  for (const manager of ['user', 'system'] as const) {
    it(`is valid for systemd (${manager})`, { skip }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'recollect-unit-'));
      const file = join(folder, 'recollect.service');
      writeFileSync(file, textOf({ system: manager === 'system' }));
      const env = { ...process.env, XDG_RUNTIME_DIR: folder };
      const found = spawnSync('systemd-analyze', [`--${manager}`, 'verify', '--man=no', file], {
        encoding: 'utf8',
        env,
      });
      const about = `${found.stdout}${found.stderr}`.split('\n').filter((line) => line.includes('recollect.service'));
      assert.deepEqual(about, []);
      rmSync(folder, { recursive: true });
    });
  }
});

describe('recollect service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-service-'));
  const bin = join(folder, 'bin');
  const file = join(folder, '.config', 'systemd', 'user', 'recollect.service');
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  before(() => {
    mkdirSync(bin);
    // Records its arguments and reports that the manager runs.
    const script = `#!/bin/sh\necho "$(basename "$0") $*" >> "${folder}/calls"\ncase "$*" in *is-system-running*) echo running;; esac\n`;
    for (const name of ['systemctl', 'journalctl', 'loginctl']) writeFileSync(join(bin, name), script, { mode: 0o755 });
  });
  after(() => rmSync(folder, { recursive: true }));
  const run = (args: string[], path = `${bin}:/usr/bin:/bin`) =>
    startCommand(folder, ['service', ...args], { PATH: path, HOME: folder }).ended;

  it('prints the unit without calling systemd', async () => {
    const { code, stdout } = await run(['install', '--print', '--port', '8080'], '/nowhere');
    assert.equal(code, 0);
    assert.match(stdout, /^# Written by recollect service install/);
    assert.match(stdout, /^Environment="PORT=8080"$/m);
  });

  it('says that it needs systemd if there is none, and writes nothing', async () => {
    const { code, stderr } = await run(['install'], '/nowhere');
    assert.equal(code, 1);
    assert.match(stderr, /^recollect: This needs systemd, but systemctl is not installed: .*--print\.\n$/);
    assert.ok(!existsSync(file));
  });

  it('does not install a unit whose data folder does not exist', async () => {
    const args = ['install', '--system', '--run-as', 'ada', '--data-dir', join(folder, 'none')];
    // Without systemd, so that nothing could be written to the folder of the machine.
    const { code, stderr } = await run(args, '/nowhere');
    assert.equal(code, 1);
    assert.match(stderr, /none does not exist: create it with install -d -o ada -m 700 .*none\.\n$/);
  });

  it('installs, shows, logs and uninstalls, without root', async () => {
    const installed = await run(['install']);
    assert.equal(installed.code, 0, installed.stderr);
    assert.match(installed.stdout, /recollect\.service is installed .* and started\. Its data is in .*\.recollect\./);
    assert.match(installed.stdout, /loginctl enable-linger/);
    assert.ok(existsSync(join(folder, '.recollect')));
    assert.equal((await run(['status'])).code, 0);
    assert.equal((await run(['logs', '--lines', '7', '--follow'])).code, 0);
    assert.match((await run(['logs', '--lines', 'x'])).stderr, /--lines must be a number/);
    const removed = await run(['uninstall']);
    assert.match(removed.stdout, /is stopped and removed\. Its data stays in .*\.recollect\./);
    assert.ok(!existsSync(file));
    const asked = calls().filter((line) => !line.includes('is-system-running'));
    assert.deepEqual(
      asked.filter((line) => !line.startsWith('loginctl')),
      [
        'systemctl --user daemon-reload',
        'systemctl --user enable recollect.service',
        'systemctl --user restart recollect.service',
        'systemctl --user status --no-pager --lines=5 recollect.service',
        'journalctl --user-unit=recollect.service --lines=7 --no-pager --follow',
        'systemctl --user disable --now recollect.service',
        'systemctl --user daemon-reload',
      ],
    );
  });

  it('leaves a unit that is not its own unchanged', async () => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '[Service]\nExecStart=/bin/true\n');
    assert.match((await run(['install'])).stderr, /exists and is not from recollect: choose another name with --name/);
    assert.match((await run(['uninstall'])).stderr, /is not installed here/);
    assert.equal(readFileSync(file, 'utf8'), '[Service]\nExecStart=/bin/true\n');
  });
});
