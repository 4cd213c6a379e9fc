import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startCommand } from './cli-child.test.kit.js';

const ENV = { RECOLLECT_EMBEDDER: 'none' };
const LAST_LINE = '/memory/retrieve';

async function inShell(lines: readonly string[]): Promise<string> {
  const shell = spawn('sh', ['-eu'], { stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.end(`${lines.join('\n')}\n`);
  let printed = '';
  for await (const text of shell.stdout.setEncoding('utf8')) printed += text;
  return printed;
}
const shellLines = (text: string) => text.split('\n').filter((line) => /^(KEY|curl)/.test(line));

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

describe('recollect serve', () => {
  const root = mkdtemp(join(tmpdir(), 'recollect-serve-'));
  after(async () => rm(await root, { recursive: true }));
  const start = async (args: string[], env: Record<string, string> = {}) =>
    startCommand(await root, args, { ...ENV, ...env });
  const doctorSays = async (name: string, env: Record<string, string> = {}): Promise<Check | undefined> => {
    const { stdout } = await (await start(['doctor', '--json'], env)).ended;
    return JSON.parse(stdout).checks.find((check: Check) => check.name === name);
  };

  it('prints lines that work when pasted, and stops cleanly', async () => {
    const service = await start(['--port', '0']);
    const text = await service.printed(LAST_LINE);
    assert.match(text, /admin +stored in .*admin-key; read it with: cat '.*admin-key'/, service.out.stderr);
    assert.ok(!`${text}${service.out.stderr}`.includes('rec_admin_'), 'output that is redirected is kept somewhere');
    const responses = await inShell(shellLines(text));
    assert.match(responses, /"id":"mem_/);
    assert.match(responses, /"results":\[\{.*Ada drinks green tea/);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0, service.out.stderr);
  });

  it('mints a key with the admin credential if sign-up is off', async () => {
    const service = await start(['--port', '0', '--signup', 'off']);
    const text = await service.printed(LAST_LINE);
    assert.ok(!text.includes('rec_admin_'));
    assert.match(await inShell(shellLines(text)), /"results":\[\{.*Ada drinks green tea/);
    service.child.kill('SIGINT');
    assert.equal((await service.ended).code, 0, service.out.stderr);
  });

  it('refuses a data folder that another process uses, and names the process', async () => {
    const first = await start(['--port', '0']);
    await first.printed(LAST_LINE);
    const report = JSON.parse((await (await start(['doctor', '--json', '--port', '0'])).ended).stdout);
    assert.equal(report.ok, true, 'the service that has the lock is well');
    assert.match((await doctorSays('lock'))?.detail ?? '', new RegExp(`^held by process ${first.child.pid} on `));
    const second = await (await start(['--port', '0'])).ended;
    assert.equal(second.code, 1);
    assert.match(
      second.stderr,
      new RegExp(`^recollect: The data folder .* is in use by process ${first.child.pid} .*\n$`),
    );
    first.child.kill('SIGTERM');
    await first.ended;
    assert.equal((await doctorSays('lock'))?.detail, 'free');
  });

  it('exits at once if the data folder cannot be used', async () => {
    for (const folder of ['/proc/nope', '/dev/null']) {
      const env = {
        RECOLLECT_DATA_DIR: folder,
        RECOLLECT_EMBEDDER: 'local',
        RECOLLECT_MODEL: 'bge-small-en-v1.5',
        RECOLLECT_MODEL_CACHE: join(await root, 'models'),
      };
      const { code, stderr } = await (await start(['--port', '0'], env)).ended;
      assert.equal(code, 1);
      assert.match(
        stderr,
        new RegExp(`^recollect: The data folder ${folder} cannot be written .*RECOLLECT_DATA_DIR.*\n$`),
      );
    }
  });

  it('listens while the model is being downloaded, says so, finds by words, and stops cleanly', async () => {
    const bin = join(await root, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'npm'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const env = {
      ...{ PATH: `${bin}:${process.env.PATH}`, RECOLLECT_EMBEDDER: 'local', RECOLLECT_MODEL_SOURCES: 'npm' },
      RECOLLECT_MODEL: 'bge-small-en-v1.5',
      ...{ RECOLLECT_MODEL_CACHE: join(await root, 'no-models'), RECOLLECT_DATA_DIR: join(await root, 'never-begun') },
    };
    const service = await start(['--port', '0'], env);
    const text = await service.printed(LAST_LINE);
    assert.match(text, /model +bge-small-en-v1\.5 is being downloaded; until then memories are found by words\n/);
    assert.match(await inShell(shellLines(text)), /"results":\[\{.*Ada drinks green tea/);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0, service.out.stderr);
  });

  it('finishes a request in flight after a signal, even if two arrive at once', async () => {
    const service = await start(['--port', '0']);
    const url = /listens on (\S+)/.exec(await service.printed(LAST_LINE))?.[1] ?? '';
    const { port } = new URL(url);
    // A request whose body is incomplete keeps the service from stopping.
    const client = connect(Number(port), '127.0.0.1');
    await once(client, 'connect');
    const body = '{"name":"me"}';
    client.write(`POST /signup HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`);
    await fetch(`${url}/health`); // by now the server has read the previous line
    service.child.kill('SIGINT');
    service.child.kill('SIGTERM');
    await once(service.child.stderr, 'data');
    client.write(body);
    const [response] = await once(client, 'data');
    assert.match(String(response), /^HTTP\/1\.1 201 /);
    assert.equal((await service.ended).code, 0, service.out.stderr);
  });

  it('is recognised by the doctor while it runs', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    const env = { PORT: String(port) };
    const service = await start([], env);
    await service.printed(LAST_LINE);
    const taken = await doctorSays('port', env);
    const lock = await doctorSays('lock', env);
    assert.deepEqual([taken?.ok, lock?.ok], [true, true]);
    assert.match(taken?.detail ?? '', /Recollect .* is running there/);
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('says which port is taken and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { PORT: String(port) };
    const { code, stderr } = await (await start(['serve'], env)).ended;
    const sentence = new RegExp(
      `^recollect: Port ${port} on 127.0.0.1 is already in use: stop .* --port or PORT\\.\n$`,
    );
    assert.match(stderr, sentence);
    assert.equal(code, 1);
    const check = await doctorSays('port', env);
    assert.deepEqual([check?.ok, check?.detail], [false, `Port ${port} on 127.0.0.1 is already in use`]);
    server.close();
  });
});
