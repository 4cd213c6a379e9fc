import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { certificateFor } from '../../test/support/certificate.js';
import { startCommand } from './cli-child.test.kit.js';

describe('recollect serve with a self-signed certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-cli-tls-'));
  after(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, `${name}.part`), text);
    renameSync(join(folder, `${name}.part`), join(folder, name));
  };
  const renew = () => {
    const { cert, key } = certificateFor('memory.example');
    put('key.pem', key);
    put('cert.pem', cert);
    return cert.replace(/\s/g, '');
  };

  it('is reachable by its banner lines and by commands, and reloads it on SIGHUP and when its files change', async () => {
    renew();
    const files = { RECOLLECT_TLS_CERT: join(folder, 'cert.pem'), RECOLLECT_TLS_KEY: join(folder, 'key.pem') };
    const env = { RECOLLECT_EMBEDDER: 'none', ...files };
    const service = startCommand(folder, ['--port', '0'], env);
    const text = await service.printed('/memory/retrieve');
    const url = /listens on (\S+)/.exec(text)?.[1] ?? '';
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/, service.out.stderr);
    const lines = text.split('\n').filter((line) => /^(KEY|curl)/.test(line));
    const shell = spawnSync('sh', ['-eu'], { input: [...lines, 'echo "key $KEY"'].join('\n'), encoding: 'utf8' });
    assert.match(shell.stdout, /"results":\[\{.*Ada drinks green tea/, shell.stderr);
    const running = JSON.parse(readFileSync(join(folder, '.recollect', 'service.json'), 'utf8'));
    assert.deepEqual([running.url, running.certificate], [url, files.RECOLLECT_TLS_CERT]);

    const port = new URL(url).port;
    const command = (args: string[], more: Record<string, string> = {}) =>
      startCommand(folder, args, { ...env, PORT: port, ...more }).ended;
    const listed = await command(['key', 'list', '--json']);
    assert.equal(listed.code, 0, listed.stderr);
    writeFileSync(join(folder, 'talk.md'), 'Ada: I play the cello.\n');
    const ingested = await command(['ingest', 'talk.md', '--me', 'Ada', '--user-id', 'ada'], {
      RECOLLECT_KEY: /^key (\S+)$/m.exec(shell.stdout)?.[1] ?? '',
    });
    assert.equal(ingested.code, 0, ingested.stderr);
    const port_ = JSON.parse((await command(['doctor', '--json'])).stdout).checks.find(
      ({ name }: { name: string }) => name === 'port',
    );
    assert.match(port_.detail, /is running there/);
    const { cert } = certificateFor('memory.example');
    put('other.pem', cert);
    const refused = await command(['key', 'list'], { RECOLLECT_TLS_CERT: join(folder, 'other.pem') });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /cannot be reached|does not belong|fetch failed/i);

    const shown = async () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const pem = socket.getPeerX509Certificate()?.toString().replace(/\s/g, '');
      socket.destroy();
      return pem;
    };
    const readAgain = async (times: number) => {
      while (service.out.stderr.split('reloaded credentials').length <= times) await once(service.child.stderr, 'data');
    };
    const second = renew();
    service.child.kill('SIGHUP');
    await readAgain(1);
    assert.equal(await shown(), second);
    await readAgain(2); // the change of the files was noticed, too
    const third = renew();
    await readAgain(3);
    assert.equal(await shown(), third);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0, service.out.stderr);
  });
});
