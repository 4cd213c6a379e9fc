import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { callEveryTool, type ToolResult } from './mcp.test.kit.js';

const NAME = { name: 'test', version: '1' };
/** The revision without sessions. */
const MODERN = '2026-07-28';

interface Connected {
  tools: string[];
  call(name: string, input: Record<string, unknown>): Promise<ToolResult>;
  resource(uri: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The official clients, old and new, each speaking its own revision of the protocol. */
const CLIENTS: Record<string, (url: URL, key: string) => Promise<Connected>> = {
  'the 1.x client': async (url, key) => {
    const client = new Client1(NAME);
    const transport = new Http1(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } });
    await client.connect(transport as unknown as Parameters<typeof client.connect>[0]);
    return {
      tools: (await client.listTools()).tools.map((tool) => tool.name),
      call: async (name, input) => (await client.callTool({ name, arguments: input })) as ToolResult,
      resource: (uri) => client.readResource({ uri }),
      close: () => client.close(),
    };
  },
  'the 2.x client with sessions': (url, key) => connect2(url, key, 'legacy'),
  'the 2.x client without sessions': (url, key) => connect2(url, key, 'modern'),
};

async function connect2(url: URL, key: string, era: 'legacy' | 'modern'): Promise<Connected> {
  const client = new Client2(NAME, { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: MODERN } } });
  await client.connect(new Http2(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }));
  return {
    tools: (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, input) => (await client.callTool({ name, arguments: input })) as ToolResult,
    resource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

describe('MCP over HTTP', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService('sqlite');
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
  });

  for (const [name, connect] of Object.entries(CLIENTS)) {
    it(`${name} lists every tool and calls each of them`, async () => {
      const { key } = await service.mint();
      const client = await connect(new URL(`${service.url}/mcp`), key);
      const called = await callEveryTool(client.call);
      assert.deepEqual([...called].sort(), [...client.tools].sort());
      assert.match(JSON.stringify(await client.resource('memory://stats')), /total_memories/);
      await assert.rejects(client.resource('memory://mem_nobody'));
      const wrong = await client.call('retrieve_memory', { q: '' });
      assert.equal(wrong.isError, true);
      assert.match(JSON.stringify(wrong.content), /`q`/);
      await client.close();
    });
  }
});
