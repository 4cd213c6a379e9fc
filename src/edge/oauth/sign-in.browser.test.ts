import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type BrowserContext, chromium } from 'playwright-core';
import { startTestService, type TestService } from '../../../test/support/service.js';

const executablePath = process.env.RECOLLECT_TEST_CHROMIUM;
const pictures = process.env.RECOLLECT_TEST_PICTURES;
const skip = executablePath ? false : 'RECOLLECT_TEST_CHROMIUM is not set to the path of a chromium';
const NAME = { name: 'test', version: '1' };
const WIDTHS = { desktop: { width: 1_000, height: 900 }, phone: { width: 390, height: 844 } };

type Registered = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
type Granted = Awaited<ReturnType<OAuthClientProvider['tokens']>>;

/** What an application stores about its sign-in. */
class Notes implements OAuthClientProvider {
  #client: Registered;
  #tokens: Granted;
  #verifier = '';
  /** Where the person was redirected to. */
  sentTo: URL | undefined;

  constructor(readonly redirectUrl: string) {}
  get clientMetadata() {
    return { client_name: 'Reading desk', redirect_uris: [this.redirectUrl] };
  }
  state = () => 'a state';
  clientInformation = () => this.#client;
  saveClientInformation = (client: Registered) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: Granted) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

interface Desk {
  transport: { finishAuth(response: string | URLSearchParams): Promise<void> };
  connect(): Promise<void>;
  tools(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

const DESKS: Record<string, (url: URL, notes: Notes) => Desk> = {
  'the 1.x client': (url, authProvider) => {
    const client = new Client1(NAME);
    const transport = new Http1(url, { authProvider });
    return {
      transport: {
        finishAuth: (response) =>
          transport.finishAuth(typeof response === 'string' ? response : (response.get('code') ?? '')),
      },
      connect: () => client.connect(transport as unknown as Parameters<typeof client.connect>[0]),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, input) => client.callTool({ name, arguments: input }),
      close: () => client.close(),
    };
  },
  'the 2.x client': (url, authProvider) => {
    const client = new Client2(NAME);
    const transport = new Http2(url, { authProvider: authProvider as never });
    return {
      transport: transport as never,
      connect: () => client.connect(transport),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, input) => client.callTool({ name, arguments: input }),
      close: () => client.close(),
    };
  },
};

describe('signing in with a browser', { skip }, () => {
  let service: TestService;
  let application: Server;
  let redirectUrl: string;
  const folder = mkdtempSync(join(tmpdir(), 'recollect-chromium-'));
  let context: BrowserContext;

  before(async () => {
    service = await startTestService('sqlite', { env: { RECOLLECT_OAUTH: 'on' } });
    application = createServer((_, response) => response.end('You can close this page.'));
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    redirectUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    context = await chromium.launchPersistentContext(folder, {
      ...{ executablePath: executablePath as string, headless: true, args: ['--no-sandbox', '--disable-gpu'] },
    });
  });
  after(async () => {
    await context?.close();
    application?.closeAllConnections();
    application?.close();
    await service?.stop();
    await service?.place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, deskOf] of Object.entries(DESKS)) {
    it(`${name} completes the flow: it is redirected to the page, a person allows it, and its tools work`, async () => {
      const { key } = await service.mint();
      for (const [user_id, content] of [
        ['ada', 'Ada lives in Rome.'],
        ['ben', 'Ben lives in Bath.'],
      ])
        await service.call('POST', '/memory/store', { key, body: { user_id, content } });
      const notes = new Notes(redirectUrl);
      const url = new URL(`${service.url}/mcp`);
      const first = deskOf(url, notes);
      await assert.rejects(first.connect(), /Unauthorized/i);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await page.goto(notes.sentTo?.href ?? '');
      for (const [width, size] of Object.entries(WIDTHS)) {
        await page.setViewportSize(size);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `fits a ${width}`);
        if (pictures) await page.screenshot({ path: join(pictures, `sign-in-${width}.png`), fullPage: true });
      }
      assert.match(await page.locator('h1').innerText(), /Reading desk wants to use your memories/);
      await page.getByLabel('Your API key').fill('rec_sk_wrong');
      await page.getByLabel('User', { exact: true }).fill('ada');
      await page.getByRole('button', { name: 'Allow' }).click();
      assert.match(await page.getByRole('alert').innerText(), /mistyped or cut off/);
      assert.equal(await page.getByLabel('User', { exact: true }).inputValue(), 'ada', 'what was filled in stays');
      if (pictures) await page.screenshot({ path: join(pictures, 'sign-in-wrong-key.png'), fullPage: true });
      await page.getByLabel('Your API key').fill(key);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${redirectUrl}**`);
      const back = new URL(page.url()).searchParams;
      assert.equal(back.get('iss'), service.url);
      assert.deepEqual(
        problems.filter((text) => !/status of 400/.test(text)),
        [],
      );
      await page.close();
      await first.transport.finishAuth(back);
      await first.close();
      const second = deskOf(url, notes);
      await second.connect();
      assert.ok((await second.tools()).includes('store_memory'));
      const response = JSON.stringify(await second.call('retrieve_memory', { query: 'Where do they live?' }));
      assert.ok(response.includes('Rome') && !response.includes('Bath'), response);
      await second.close();
    });
  }

  it('a person who cancels is redirected with access_denied, without entering a key', async () => {
    const notes = new Notes(redirectUrl);
    const desk = DESKS['the 1.x client']?.(new URL(`${service.url}/mcp`), notes);
    await assert.rejects(desk?.connect() ?? Promise.resolve());
    const page = await context.newPage();
    await page.goto(notes.sentTo?.href ?? '');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${redirectUrl}**`);
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
    await page.close();
  });
});
