import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { RawClient } from '../http/raw-client.test.kit.js';

const PAGE = '<!doctype html><script type="module" src="/console/assets/app-1a2b.js"></script>';
const SCRIPT = `document.title = 'Recollect'; ${'// the same again\n'.repeat(200)}`;
const CSP =
  "default-src 'self'; img-src 'self' data:; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

describe("the console's files", () => {
  let root: string;
  let service: TestService;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'recollect-console-'));
    const folder = join(root, 'console');
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(root, 'secret.txt'), 'outside');
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), SCRIPT);
    await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync(SCRIPT));
    service = await startTestService('sqlite', { consoleFolder: folder });
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(root, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

  it('serve one page for every screen, with no-cache and security headers', async () => {
    for (const path of ['/console', '/console/', '/console/memories', '/console/user/a%2Fb/timeline?x=1']) {
      const { status, body, headers } = await get(path);
      assert.deepEqual([path, status, body], [path, 200, PAGE]);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal(headers.get('content-security-policy'), CSP);
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('set-cookie'), null);
    }
  });

  it('are cached forever if their name contains a hash, and served as the build compressed them', async () => {
    for (const [accepted, coding] of [
      ['identity', null],
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const { status, body, headers } = await get('/console/assets/app-1a2b.js', { 'accept-encoding': accepted });
      assert.deepEqual([status, headers.get('content-encoding')], [200, coding], accepted);
      assert.equal(body, SCRIPT);
      assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.match(headers.get('vary') ?? '', /Accept-Encoding/);
      assert.equal(headers.get('content-security-policy'), CSP);
    }
    assert.equal((await get('/console/favicon.svg')).headers.get('content-type'), 'image/svg+xml');
  });

  it('return 304 for a known ETag, and no body for HEAD', async () => {
    for (const path of ['/console', '/console/assets/app-1a2b.js']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const again = await get(path, { 'if-none-match': etag });
      assert.deepEqual([again.status, again.body], [304, '']);
      const head = await service.call('HEAD', path, { headers: { 'accept-encoding': 'identity' } });
      assert.deepEqual([head.status, head.body, head.headers.get('etag')], [200, '', etag]);
      assert.ok(Number(head.headers.get('content-length')) > 0);
    }
    assert.equal((await service.call('POST', '/console/memories')).status, 405);
  });

  it('include nothing outside the folder', async () => {
    const { port } = new URL(service.url);
    const rawly = async (path: string) => {
      const client = new RawClient(Number(port)).send(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
      );
      return client.closed;
    };
    for (const path of [
      '/console/assets/../../secret.txt',
      '/console/../secret.txt',
      '/console/assets/..%2f..%2fsecret.txt',
      '/console/assets/%2e%2e/%2e%2e/secret.txt',
      '/console/assets/..%5c..%5csecret.txt',
      '/console/assets//etc/passwd',
      '/console/%2fetc%2fpasswd',
      '/console/assets/app-1a2b.js%00.txt',
      '/console/assets/app-1a2b.js.br',
      '/console/assets/__proto__',
    ]) {
      const response = await fetch(`${service.url}${path}`);
      const text = await response.text();
      assert.ok(!text.includes('outside') && !text.includes('root:'), path);
      assert.ok(response.status === 404 || text === PAGE, `${path} ${response.status}`);
    }
    const raw = await rawly('/console/assets/../../secret.txt');
    assert.match(raw, /^HTTP\/1\.1 404 /);
    assert.match(await rawly('/console/../secret.txt'), /^HTTP\/1\.1 200 [\s\S]*<script/);
  });

  it('return 404 with build instructions if nobody built them', async () => {
    const bare = await startTestService('sqlite', { consoleFolder: join(root, 'nowhere') });
    try {
      const { status, body, headers } = await bare.call('GET', '/console');
      assert.equal(status, 404);
      assert.match(body, /npm run build/);
      assert.equal(headers.get('content-security-policy'), CSP);
    } finally {
      await bare.stop();
      await bare.place.remove();
    }
  });
});
