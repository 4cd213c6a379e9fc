/**
 * Two agents that share what they know, over MCP: one learns something, the other is asked.
 *   RECOLLECT_KEY=rec_sk_… node dist/examples/mcp-two-agents/agents.js
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const url = process.env.RECOLLECT_URL ?? 'http://127.0.0.1:7326';
const headers = { authorization: `Bearer ${process.env.RECOLLECT_KEY ?? ''}` };
const user = `guest-${Date.now()}`;

async function agent(name: string): Promise<Client> {
  const client = new Client({ name, version: '1' });
  const address = new URL(`${url}/mcp?user_id=${user}`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return client;
}

const concierge = await agent('concierge');
const kitchen = await agent('kitchen');
await concierge.callTool({
  name: 'store_memory',
  arguments: { content: 'The guest in room 12 does not eat shellfish.', agent_id: 'concierge' },
});
const found = await kitchen.callTool({
  name: 'retrieve_memory',
  arguments: { query: 'What must the guest not be served?' },
});
console.log(`the kitchen knows: ${JSON.stringify(found.structuredContent ?? found.content).includes('shellfish')}`);
await concierge.close();
await kitchen.close();
