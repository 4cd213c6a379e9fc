import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { certificateFor } from '../../../test/support/certificate.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { connectionTo, serviceFetch, trustCertificate } from '../../cli/remote/service-fetch.js';
import { readCertificate } from '../../config/certificate.js';
import { ConfigError, loadConfig } from '../../config/config.js';

describe('TLS in the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-tls-'));
  const started: TestService[] = [];
  after(async () => {
    for (const service of started) {
      await service.stop();
      await service.place.remove();
    }
    rmSync(folder, { recursive: true });
  });
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const put = ({ cert, key } = certificateFor('memory.example')) => {
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    return cert;
  };
  const env = { RECOLLECT_TLS_CERT: certFile, RECOLLECT_TLS_KEY: keyFile };
  const start = async (more: Record<string, string> = {}) => {
    const service = await startTestService('sqlite', { env: { ...env, ...more } });
    started.push(service);
    trustCertificate(service.url, certFile);
    return service;
  };
  const open = async ({ url }: TestService) => {
    const socket = connectTls({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    return socket;
  };

  it('serves https and not http, and clients on loopback trust exactly this certificate', async () => {
    put();
    const service = await start();
    assert.match(service.url, /^https:\/\/127\.0\.0\.1:/);
    const response = await serviceFetch(`${service.url}/health`);
    assert.deepEqual([response.status, ((await response.json()) as { status: string }).status], [200, 'ok']);
    assert.equal(response.headers.get('strict-transport-security'), null);
    const signUp = { method: 'POST', body: '{"name":"me"}', headers: { 'content-type': 'application/json' } };
    assert.equal((await serviceFetch(`${service.url}/signup`, signUp)).status, 201);
    await assert.rejects(fetch(service.url.replace('https', 'http')), TypeError);
    await assert.rejects(fetch(service.url), (error: Error) => /self.signed/.test(String(error.cause)));
    const other = join(folder, 'other.pem');
    writeFileSync(other, certificateFor('memory.example').cert);
    trustCertificate(service.url, other);
    await assert.rejects(serviceFetch(service.url), (error: Error) => /does not belong/.test(String(error.cause)));
    trustCertificate('https://memory.example', certFile); // not on this machine: the usual rules
    assert.deepEqual(connectionTo(new URL('https://memory.example')), { agent: false });
    assert.ok('createConnection' in connectionTo(new URL(service.url)));
  });

  it('sends Strict-Transport-Security if the base URL is https', async () => {
    put();
    const service = await start({ BASE_URL: 'https://memory.example' });
    const response = await serviceFetch(`${service.url}/health`);
    assert.equal(response.headers.get('strict-transport-security'), 'max-age=31536000');
  });

  it('loads a renewed certificate without ending a connection, and keeps the old one if the new one is invalid', async () => {
    const first = put();
    const service = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const healthy = async () => {
      const sent = request(`${service.url}/health`, { agent }).end();
      const [response] = await once(sent, 'response');
      assert.equal(JSON.parse(await text(response)).status, 'ok');
      return response.socket;
    };
    const socket = await healthy();
    const second = put();
    await service.reload(service.config);
    assert.equal(await healthy(), socket, 'the connection stays');
    const shown = async () => {
      const tls = await open(service);
      const pem = tls.getPeerX509Certificate()?.toString();
      tls.destroy();
      return pem?.replace(/\s/g, '');
    };
    assert.equal(await shown(), second.replace(/\s/g, ''));
    assert.notEqual(first, second);
    writeFileSync(keyFile, certificateFor('memory.example').key);
    await assert.rejects(service.reload(service.config), /is not the key of the certificate/);
    assert.equal(await shown(), second.replace(/\s/g, ''));
    agent.destroy();
  });

  it('stops while clients hold silent connections', async () => {
    put();
    const service = await startTestService('sqlite', { env: { ...env, RECOLLECT_SHUTDOWN_GRACE_SECONDS: '600' } });
    const silent = connectTcp(Number(new URL(service.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const idle = await open(service);
    const ended = [silent, idle].map((socket) => once(socket.on('error', () => {}).resume(), 'close'));
    await service.stop();
    await Promise.all(ended);
    await service.place.remove();
  });

  it('does not accept files that cannot be used', () => {
    put();
    const [text, wrong] = [join(folder, 'text'), join(folder, 'wrong.pem')];
    writeFileSync(text, 'no certificate');
    writeFileSync(wrong, certificateFor('memory.example').key);
    const absent = join(folder, 'absent');
    for (const [cert, key, problem] of [
      [certFile, wrong, /^The file .*wrong\.pem of RECOLLECT_TLS_KEY is not the key of the certificate in .*cert\.pem/],
      [text, keyFile, /^The file .*text of RECOLLECT_TLS_CERT does not contain a certificate in PEM format\.$/],
      [certFile, text, /^The file .*text of RECOLLECT_TLS_KEY does not contain a private key in PEM format\.$/],
      [absent, keyFile, /^The file .*absent of RECOLLECT_TLS_CERT does not exist\.$/],
      [certFile, folder, /of RECOLLECT_TLS_KEY cannot be read \(EISDIR\)\.$/],
    ] as const) {
      const config = loadConfig({ env: { RECOLLECT_TLS_CERT: cert, RECOLLECT_TLS_KEY: key } });
      assert.throws(
        () => readCertificate(config),
        (error: Error) => error instanceof ConfigError && problem.test(error.message),
      );
    }
    assert.throws(
      () => loadConfig({ env: { RECOLLECT_TLS_CERT: certFile } }),
      /RECOLLECT_TLS_CERT is set, but RECOLLECT_TLS_KEY is not: TLS needs both\.$/,
    );
    const expired = readCertificate(loadConfig({ env }), Date.parse('2130-01-01'));
    assert.match(expired?.warning ?? '', /expired on/);
    assert.equal(readCertificate(loadConfig({ env }))?.warning, null);
  });
});
