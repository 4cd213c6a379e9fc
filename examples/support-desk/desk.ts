/**
 * A support desk: what customers say is remembered, a webhook is notified, and a customer is erased on request, with a receipt.
 *   RECOLLECT_KEY=rec_sk_… node dist/examples/support-desk/desk.js
 * The service must be allowed to call this machine: start it with RECOLLECT_WEBHOOK_ALLOW=127.0.0.1.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Recollect, verifyWebhook } from 'recollect/client';

const client = new Recollect({
  url: process.env.RECOLLECT_URL ?? 'http://127.0.0.1:7326',
  key: process.env.RECOLLECT_KEY ?? '',
});
const customer = `customer-${Date.now()}`;

// The desk receives an event for everything that is derived from what customers say.
let secret = '';
let heard = () => {};
const hearing = new Promise<void>((resolve) => {
  heard = resolve;
});
const desk = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const event = await verifyWebhook(body, request.headers as Record<string, string>, secret);
  console.log(`heard: ${event.type}`);
  response.end();
  heard();
});
await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/events`;
const subscription = await client.events.subscribe({ url, events: ['memory.derived'], user_id: customer });
secret = subscription.secret ?? '';

await client.memory.ingest({
  user_id: customer,
  session_id: 'ticket-1',
  messages: [
    { role: 'assistant', content: 'What is the matter?' },
    {
      role: 'user',
      name: 'Mr Okafor',
      content: 'My kettle leaks at the handle. I bought it in May and want a refund.',
    },
  ],
});
await hearing;

const { results } = await client.memory.retrieve({ user_id: customer, q: 'What does he want?', ranking: 'hybrid' });
console.log(`known: ${results[0]?.content}`);

// Erasing the customer also deletes the subscription and everything that was derived.
const { receipt } = await client.users.erase({ id: customer });
const left = await client.memory.list({ user_id: customer });
console.log(`erased: ${receipt.id.startsWith('era_')}, left: ${left.memories.length}`);
desk.close();
desk.closeAllConnections();
