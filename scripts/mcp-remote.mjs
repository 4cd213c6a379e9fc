// Tests mcp-remote, the proxy that lets stdio clients use remote servers, against the built service: it registers, sends a person to the sign-in
// page, and forwards calls. Chromium plays the person.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { chromium } from 'playwright-core';
import { startTestService } from '../dist/test/support/service.js';

const PAGE = /Please authorize this client by visiting:\s+(\S+)/;
const FACT = 'Ada keeps bees on the roof.';

/** A client whose server is the proxy; `sentTo` lists the pages that it sent the person to. */
function clientOf(program, url, home) {
  const client = new Client({ name: 'stdio client', version: '1' });
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [program, url], stderr: 'pipe' },
    // The program that it opens as the browser does nothing: the person reads the URL that it prints.
    env: { PATH: process.env.PATH ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true' },
  });
  const sentTo = [];
  const said = [];
  const sent = new Promise((resolve) => {
    transport.stderr.on('data', (chunk) => {
      said.push(String(chunk));
      const page = PAGE.exec(said.join(''))?.[1];
      if (!page || sentTo.includes(page)) return;
      sentTo.push(page);
      resolve(page);
    });
  });
  return { client, sent, sentTo, said, connect: () => client.connect(transport) };
}

async function allow(context, address, key) {
  const page = await context.newPage();
  await page.goto(address);
  const heading = await page.locator('h1').innerText();
  await page.getByLabel('Your API key').fill(key);
  await page.getByLabel('User', { exact: true }).fill('ada');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/oauth\/callback/);
  await page.close();
  return heading;
}

const textOf = (response) => JSON.stringify(response.content);

/** Calls `report(ok, name, detail)` for each check. */
export async function mcpRemote(program, executablePath, report) {
  const home = mkdtempSync(join(tmpdir(), 'recollect-mcp-remote-'));
  const service = await startTestService('sqlite', { env: { RECOLLECT_OAUTH: 'on' } });
  const context = await chromium.launchPersistentContext(join(home, 'chromium'), {
    ...{ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu'] },
  });
  const { key } = await service.mint();
  const [first, second, third] = [1, 2, 3].map(() => clientOf(program, `${service.url}/mcp`, home));
  const signIn = async ({ connect, sent }) => {
    const connected = connect();
    connected.catch(() => {}); // awaited below
    const address = await Promise.race([sent, connected.then(() => null)]);
    if (!address) throw new Error('it was let in without a person');
    const heading = await allow(context, address, key);
    await connected;
    return heading;
  };
  let at = 'signs in';
  try {
    report(/wants to use your memories/.test(await signIn(first)), 'mcp-remote signs in');
    at = 'lists tools';
    const { tools } = await first.client.listTools();
    report(tools.length >= 12, `mcp-remote lists ${tools.length} tools`);
    at = 'calls store_memory';
    const stored = await first.client.callTool({ name: 'store_memory', arguments: { content: FACT } });
    report(!stored.isError, 'mcp-remote calls store_memory', stored.isError ? textOf(stored) : '');
    at = 'calls retrieve_memory';
    const found = await first.client.callTool({ name: 'retrieve_memory', arguments: { query: 'Does Ada keep bees?' } });
    report(
      !found.isError && textOf(found).includes(FACT),
      'mcp-remote calls retrieve_memory',
      found.isError ? textOf(found) : '',
    );
    await first.client.close();
    at = 'reconnects with stored credentials';
    await second.connect();
    const again = await second.client.callTool({
      name: 'retrieve_memory',
      arguments: { query: 'Does Ada keep bees?' },
    });
    report(second.sentTo.length === 0 && textOf(again).includes(FACT), 'mcp-remote reconnects with stored credentials');
    await second.client.close();
    at = 'signs in again after its grant is revoked';
    const { keys } = (await service.call('GET', '/keys/children', { key })).body;
    for (const { id } of keys) await service.call('DELETE', `/auth/keys/${id}`, { key });
    await signIn(third);
    report((await third.client.listTools()).tools.length >= 12, 'mcp-remote signs in again after its grant is revoked');
  } catch (error) {
    report(
      false,
      `mcp-remote ${at}`,
      `${error.message}\n${[first, second, third]
        .flatMap(({ said }) => said)
        .join('')
        .slice(-2_000)}`,
    );
  } finally {
    for (const { client } of [first, second, third]) await client.close();
    await context.close();
    await service.stop();
    await service.place.remove();
    rmSync(home, { recursive: true, force: true });
  }
}
