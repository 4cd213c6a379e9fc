import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { operations } from '../../../catalog.js';

const DOCUMENTS = [
  '/openapi.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
  '/agent-card.json',
  '/capabilities.json',
  '/llms.txt',
  '/docs',
];

describe('discovery documents', () => {
  let service: TestService;
  let proxied: TestService;
  before(async () => {
    service = await startTestService('sqlite');
    proxied = await startTestService('sqlite', { env: { RECOLLECT_TRUST_PROXY: 'on' } });
  });
  after(async () => {
    for (const one of [service, proxied]) {
      await one.stop();
      await one.place.remove();
    }
  });

  it("are read by the A2A SDK's resolver", async () => {
    const card = await new DefaultAgentCardResolver().resolve(service.url);
    assert.equal(card.name, 'Recollect');
    assert.equal(card.supportedInterfaces[0]?.url, `${service.url}/mcp`);
    assert.deepEqual(Object.keys(card.securitySchemes), ['bearer']);
    const tools = operations.flatMap(({ tool }) => (tool ? [tool.name] : []));
    assert.deepEqual(
      card.skills.map(({ id }) => id),
      tools,
    );
    assert.ok(card.skills.every(({ name, description }) => name && description));
  });

  it('need no key, have an ETag, and return 304 to whoever has them', async () => {
    for (const path of DOCUMENTS) {
      const first = await service.call('GET', path);
      assert.equal(first.status, 200, path);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      const again = await service.call('GET', path, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.body], [304, ''], path);
    }
  });

  it('are compressed for clients that accept it, with the same content', async () => {
    const plain = await service.call('GET', '/docs', { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    for (const coding of ['gzip', 'br']) {
      const sent = await service.call('GET', '/docs', { headers: { 'accept-encoding': coding } });
      assert.equal(sent.headers.get('content-encoding'), coding);
      assert.ok(Number(sent.headers.get('content-length')) < plain.body.length / 4);
      assert.equal(sent.body, plain.body);
    }
  });

  it('name every operation of the catalogue', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).body;
    const { capabilities } = (await service.call('GET', '/capabilities.json')).body;
    const llms = (await service.call('GET', '/llms.txt')).body as string;
    for (const { id, method, path } of operations) {
      assert.ok(paths[path]?.[method.toLowerCase()], `${id} is missing from /openapi.json`);
      assert.ok(
        capabilities.some((entry: { id: string }) => entry.id === id),
        `${id} is missing from /capabilities.json`,
      );
      assert.ok(llms.includes(`\`${method} ${path}\``), `${id} is missing from /llms.txt`);
    }
  });

  it('contain the URL that the caller used, or that a trusted proxy sends', async () => {
    const here = (await service.call('GET', '/capabilities.json')).body;
    assert.equal(here.base_url, service.url);
    const headers = { 'x-forwarded-host': 'memory.example', 'x-forwarded-proto': 'https' };
    const behind = await proxied.call('GET', '/agent-card.json', { headers });
    assert.equal(behind.body.url, 'https://memory.example/mcp');
    const unbelieved = await service.call('GET', '/agent-card.json', { headers });
    assert.equal(unbelieved.body.url, `${service.url}/mcp`);
    const forged = { 'x-forwarded-host': 'evil"><script>' };
    const harmless = await proxied.call('GET', '/llms.txt', { headers: forged });
    assert.ok(!(harmless.body as string).includes('<script'));
  });
});
