import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, get as plainGet } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { certificateFor } from '../support/certificate.js';
import { freePort } from '../support/child-service.js';
import { startTestService, type TestService } from '../support/service.js';
import { missing, program, type Tree, textOf } from './deploy.js';

const HOST = 'memory.example';
const START_LIMIT_MS = 20_000;
/** More than proxies accept and hold in memory by default. */
const LARGE_BYTES = 20e6;

/** The shipped file with the addresses of this test filled in. Each of the originals must occur in it. */
function adapted(path: string, changes: [string, string][]): string {
  let text = textOf(path);
  for (const [from, to] of changes) {
    assert.ok(text.includes(from), `${path} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

interface Place {
  folder: string;
  service: string;
  http: number;
  https: number;
}
const PROXIES: Record<string, (place: Place) => { files: Record<string, string>; args: string[] }> = {
  nginx: ({ folder, service, http, https }) => {
    const site = adapted('deploy/nginx/recollect.conf', [
      ['127.0.0.1:7326', service],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen [::]:80;', ''],
      ['listen 443 ', `listen 127.0.0.1:${https} `],
      ['listen [::]:443 ssl http2;', ''],
      ['/etc/ssl/memory.example/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/ssl/memory.example/privkey.pem', join(folder, 'key.pem')],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(folder, kind)};`,
    );
    const main = `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')} include ${join(folder, 'recollect.conf')}; }`;
    return {
      files: { 'recollect.conf': site, 'nginx.conf': main },
      args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
    };
  },
  caddy: ({ folder, service, http, https }) => {
    const site = adapted('deploy/caddy/Caddyfile', [
      ['127.0.0.1:7326', service],
      ['\nmemory.example {', `\nmemory.example {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`],
    ]);
    const global = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n}\n`;
    return { files: { Caddyfile: global + site }, args: ['run', '--config', join(folder, 'Caddyfile')] };
  },
};

for (const [name, setUp] of Object.entries(PROXIES)) {
  describe(`${name} in front of the service`, () => {
    const without = missing(name);
    if (without) {
      it('all of it', { skip: without }, () => {});
      return;
    }
    let folder: string;
    let service: TestService;
    let proxy: ChildProcess;
    let said = '';
    let ports: { http: number; https: number };
    let key: string;
    const { key: privateKey, cert } = certificateFor(HOST);

    const open = (method: string, path: string, options: { headers?: object; from?: string; body?: unknown } = {}) => {
      const { headers = {}, from = '127.0.0.1', body } = options;
      const outgoing = request({
        ...{ host: '127.0.0.1', port: ports.https, servername: HOST, ca: cert, localAddress: from, method, path },
        headers: { host: HOST, authorization: `Bearer ${key}`, ...headers },
      });
      outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
      return once(outgoing, 'response').then(([response]) => response as IncomingMessage);
    };
    const call = async (...given: Parameters<typeof open>): Promise<{ status: number; body: Tree }> => {
      const response = await open(...given);
      const text = (await response.toArray()).join('');
      const isJson = response.headers['content-type']?.includes('json');
      return { status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text };
    };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), `recollect-${name}-`));
      const env = { BASE_URL: `https://${HOST}`, RECOLLECT_TRUST_PROXY: '1', RECOLLECT_SIGNUP_LIMIT: '1' };
      service = await startTestService('sqlite', { env });
      ({ key } = await service.mint());
      ports = { http: await freePort(), https: await freePort() };
      const { files, args } = setUp({ folder, service: new URL(service.url).host, ...ports });
      for (const [path, text] of Object.entries({ ...files, 'cert.pem': cert, 'key.pem': privateKey }))
        await writeFile(join(folder, path), text);
      proxy = spawn(program(name) as string, args, { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } });
      for (const stream of [proxy.stdout, proxy.stderr])
        stream?.on('data', (chunk) => {
          said += chunk;
        });
      const began = performance.now();
      while (!(await open('GET', '/health').catch(() => undefined))) {
        assert.equal(proxy.exitCode, null, said);
        assert.ok(performance.now() - began < START_LIMIT_MS, said);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    after(async () => {
      if (proxy?.exitCode === null) {
        const ended = once(proxy, 'exit');
        proxy.kill('SIGTERM');
        await ended;
      }
      await service?.stop();
      await service?.place.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it('stores and retrieves', async () => {
      const body = { user_id: 'ada', content: 'Ada prefers window seats.' };
      assert.equal((await call('POST', '/memory/store', { body })).status, 201);
      const found = await call('GET', '/memory/retrieve?user_id=ada&q=window%20seats');
      assert.deepEqual([found.status, found.body.results[0].content], [200, 'Ada prefers window seats.']);
    });

    it('passes an error on unchanged', async () => {
      const { status, body } = await call('POST', '/memory/store', { body: { user_id: 'ada' } });
      assert.deepEqual([status, body.error.code], [400, 'invalid_request']);
    });

    it('passes events on while the stream is open', async () => {
      const stream = await open('GET', '/memory/events?user_id=eve');
      assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/);
      const contents = ['Eve plays chess.', 'Eve lives in Oslo.'];
      const chunks = stream.setEncoding('utf8')[Symbol.asyncIterator]();
      for (const content of contents) {
        await call('POST', '/memory/store', { body: { user_id: 'eve', content } });
        // The second is stored after the first has arrived: a proxy that buffers events never gets here.
        let text = '';
        while (!/event: memory\.stored[\s\S]*?\n\n/.test(text)) text += (await chunks.next()).value;
      }
      stream.destroy();
    });

    it('ends a stream whose client has disconnected', { timeout: 60_000 }, async () => {
      const open = async () =>
        /^recollect_event_streams (\d+)$/m.exec((await service.call('GET', '/metrics')).body)?.[1];
      while ((await open()) !== '0') await new Promise((resolve) => setTimeout(resolve, 100));
    });

    it('passes MCP calls on', async () => {
      const tool = { name: 'store_memory', arguments: { user_id: 'ada', content: 'Ada speaks Welsh.' } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool };
      const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
      const { status, body: response } = await call('POST', '/mcp', { headers, body });
      assert.equal(status, 200);
      assert.ok(!response.result.isError, JSON.stringify(response));
    });

    it('passes a body of several megabytes on', async () => {
      const memories = [{ user_id: 'long', content: 'The rest of the body is white space.' }];
      const body = `${JSON.stringify({ memories })}${' '.repeat(LARGE_BYTES)}`;
      const { status, body: response } = await call('POST', '/memory/batch', { body });
      assert.deepEqual([status, response.stored], [201, 1]);
    });

    it('passes on the address of the client, whatever the client claims', async () => {
      const signUp = (from: string, headers = {}) =>
        call('POST', '/signup', { from, headers: { authorization: '', ...headers }, body: { name: 'one' } });
      assert.equal((await signUp('127.0.0.2')).status, 201);
      assert.equal((await signUp('127.0.0.3')).status, 201);
      assert.equal((await signUp('127.0.0.2')).status, 429);
      assert.equal((await signUp('127.0.0.2', { 'x-forwarded-for': '203.0.113.9' })).status, 429);
    });

    it('does not expose the metrics, and redirects browsers to https', async () => {
      for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics/', '/metrics?a', '/metrics/?a'])
        assert.equal((await call('GET', path)).status, 404, path);
      const [response] = await once(
        plainGet({ host: '127.0.0.1', port: ports.http, path: '/docs?a=b', headers: { host: HOST } }),
        'response',
      );
      response.resume();
      assert.equal(response.statusCode, 308);
      // The port is that of this test.
      assert.match(response.headers.location, /^https:\/\/memory\.example(:\d+)?\/docs\?a=b$/);
    });
  });
}
