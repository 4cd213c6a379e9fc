import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ChildService, freePort } from '../../../test/support/child-service.js';
import { ADMIN_KEY, startTestService } from '../../../test/support/service.js';

const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));

const clients: Client[] = [];
async function open(args: string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    env,
    stderr: 'ignore',
  });
  clients.push(client);
  await client.connect(transport);
  return client;
}
const resultOf = async (client: Client, name: string, input: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: input })).structuredContent as Record<string, unknown>;

describe('recollect mcp', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-mcp-'));
  });
  after(async () => {
    for (const client of clients) await client.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('needs no server: two share one data folder, the second continues when the first ends, and nothing is lost', async () => {
    const env = { RECOLLECT_DATA_DIR: folder, RECOLLECT_EMBEDDER: 'none', PATH: process.env.PATH ?? '' };
    const first = await open(['--user', 'ann'], env);
    await resultOf(first, 'store_memory', { content: 'Ann has a heron' });
    const second = await open(['--user', 'ann', '--agent', 'desk'], env);
    assert.equal((await resultOf(second, 'retrieve_memory', { q: 'heron' })).count, 1);
    await first.close();
    const stored = await resultOf(second, 'store_memory', { content: 'Ann has a canoe' });
    assert.equal(stored.agent_id, 'desk');
    assert.equal((await resultOf(second, 'retrieve_memory', { q: 'canoe' })).count, 2);
    await second.close();
    const third = await open(['--user', 'ann'], env);
    assert.equal((await resultOf(third, 'retrieve_memory', { q: 'canoe' })).count, 2);
    await third.close();
  });

  it('waits for a service that another one is starting, also after the first ends and calls arrive together', async () => {
    const shared = join(folder, 'shared');
    const env = { RECOLLECT_DATA_DIR: shared, RECOLLECT_EMBEDDER: 'none', PATH: process.env.PATH ?? '' };
    const all = await Promise.all([1, 2, 3].map(() => open(['--user', 'ann'], env)));
    await Promise.all(all.map((client, i) => resultOf(client, 'store_memory', { content: `Ann has canoe ${i}` })));
    const { pid } = JSON.parse(await readFile(join(shared, 'service.json'), 'utf8'));
    const isFirst = (client: Client) => (client.transport as StdioClientTransport).pid === pid;
    const others = all.filter((client) => !isFirst(client));
    assert.equal(others.length, 2);
    await all.find(isFirst)?.close();
    const counts = others.flatMap((client) =>
      [1, 2, 3].map(async () => (await resultOf(client, 'retrieve_memory', { q: 'canoe' })).count),
    );
    assert.deepEqual(await Promise.all(counts), [3, 3, 3, 3, 3, 3]);
    for (const client of others) await client.close();
  });

  it('shares one key, also a new one, with others that start next to a running service', async () => {
    const beside = join(folder, 'beside');
    const env = { RECOLLECT_DATA_DIR: beside, RECOLLECT_EMBEDDER: 'none' };
    const service = new ChildService(await freePort(), env);
    await service.start();
    const admin = async (method: string, path: string) => {
      const headers = { authorization: `Bearer ${ADMIN_KEY}` };
      const response = await fetch(`${service.url}${path}`, { method, headers });
      return (await response.json()) as { count: number; keys: { id: string }[] };
    };
    const startThree = async () => {
      const more = { ...env, RECOLLECT_ADMIN_KEY: ADMIN_KEY, PATH: process.env.PATH ?? '' };
      const all = await Promise.all([1, 2, 3].map(() => open(['--user', 'ann'], more)));
      await Promise.all(all.map((client, i) => resultOf(client, 'store_memory', { content: `Ann has canoe ${i}` })));
      for (const client of all) assert.equal((await resultOf(client, 'retrieve_memory', { q: 'canoe' })).count, 3);
      for (const client of all) await client.close();
    };
    for (const keys of [1, 2]) {
      await startThree();
      const listed = await admin('GET', '/auth/keys');
      assert.equal(listed.count, keys);
      await admin('DELETE', `/auth/keys/${listed.keys[0]?.id}`);
    }
    await service.end('SIGTERM');
  });

  it('keeps its key, and with it all memories, when the key is rate-limited at the start', async () => {
    const limited = join(folder, 'limited');
    const env = { RECOLLECT_DATA_DIR: limited, RECOLLECT_EMBEDDER: 'none', PATH: process.env.PATH ?? '' };
    const first = await open([], { ...env, RECOLLECT_RATE_LIMIT: '1' });
    const key = () => readFile(join(limited, 'mcp-key'), 'utf8');
    const before = await key();
    for (let i = 0; i < 2; i++) await (await open([], env)).close(); // each start is a call
    assert.equal(await key(), before);
    await first.close();
  });

  it('connects to a running service with --url, and returns an error for an invalid key', async () => {
    const service = await startTestService('sqlite');
    const { key } = await service.mint();
    const env = { RECOLLECT_KEY: key, PATH: process.env.PATH ?? '' };
    const client = await open(['--url', service.url, '--user', 'ann'], env);
    await resultOf(client, 'store_memory', { content: 'Ann has a heron', tags: ['bird', 'pet'] });
    assert.equal((await resultOf(client, 'retrieve_memory', { q: 'heron', tags: 'bird' })).count, 1);
    assert.equal((await resultOf(client, 'retrieve_memory', { q: `heron ${'鷺'.repeat(40_000)}` })).count, 1);
    const listed = { name: 'retrieve_memory', arguments: { q: 'heron', tags: ['bird, small'] } };
    assert.match(JSON.stringify(await client.callTool(listed)), /a list in a URL is separated by commas/);
    const resources = await client.readResource({ uri: 'memory://stats' });
    assert.match(JSON.stringify(resources), /total_memories/);
    await client.close();
    const stranger = await open(['--url', service.url], { ...env, RECOLLECT_KEY: 'rec_sk_wrong' });
    const refused = await stranger.callTool({ name: 'get_stats', arguments: {} });
    assert.equal(refused.isError, true);
    await stranger.close();
    await service.stop();
    await service.place.remove();
  });
});
