import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { Guard } from '../../features/events/guard/guard.js';
import { MINUTE } from '../../kernel/clock.js';
import { fetchDocument, MAX_BYTES } from './fetch-document.js';
import { person } from './person.test.kit.js';
import { Publisher } from './publisher.test.kit.js';

const BACK = 'https://notebook.example.com/back';

onBothEngines('a client whose id is the URL of a document', (start) => {
  const publishers: Publisher[] = [];
  after(async () => {
    for (const publisher of publishers) await publisher.stop();
  });
  const setUp = async (env: Record<string, string> = {}) => {
    const publisher = await new Publisher().start();
    publishers.push(publisher);
    const clock = new TestClock();
    const { settings } = publisher;
    const service = await start({ ...settings, clock, background: false, env: { ...settings.env, ...env } });
    const verifier = randomBytes(32).toString('base64url');
    const addressFor = (client_id: string, more: Record<string, string> = {}) => {
      const address = new URL(`${service.url}/oauth/authorize`);
      address.search = new URLSearchParams({
        ...{ client_id, redirect_uri: BACK, response_type: 'code', state: 'x', code_challenge_method: 'S256' },
        code_challenge: hash('sha256', verifier, 'base64url'),
        ...more,
      }).toString();
      return address;
    };
    const visit = async (
      client_id: string,
      more: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(addressFor(client_id, more), { redirect: 'manual', headers });
      return { status: response.status, location: response.headers.get('location'), text: await response.text() };
    };
    const good = (more: object = {}) => ({
      ...{ client_id: publisher.id, client_name: 'Notebook', redirect_uris: [BACK, 'http://127.0.0.1/back'] },
      ...more,
    });
    return { publisher, clock, service, verifier, addressFor, visit, good };
  };

  it('can sign in with the metadata in its document', async () => {
    const { publisher, service, verifier, addressFor, visit, good } = await setUp();
    publisher.publishes(good());
    const { status, text } = await visit(publisher.id);
    assert.equal(status, 200, text);
    assert.match(text, /<h1>Notebook wants to use your memories<\/h1>/);
    assert.match(
      text,
      /It is published at notebook\.example\.com:\d+\. You will be sent back to notebook\.example\.com\./,
    );
    const { key } = await service.mint();
    const back = await person(addressFor(publisher.id), { key });
    assert.equal(back.origin + back.pathname, BACK);
    const response = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: BACK },
        ...{ client_id: publisher.id, code_verifier: verifier },
      }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    assert.equal((await service.call('GET', '/memory', { key: access_token })).status, 200);
    const { keys } = (await service.call('GET', '/keys/children', { key })).body;
    assert.equal(keys[0].client, 'Notebook');
  });

  it('is redirected only to URLs in its document', async () => {
    const { publisher, visit, good } = await setUp();
    publisher.publishes(good());
    for (const redirect_uri of [`${BACK}/other`, 'https://attacker.example/back', 'http://127.0.0.1:9/other']) {
      const { status, location, text } = await visit(publisher.id, { redirect_uri });
      assert.deepEqual([status, location], [400, null], redirect_uri);
      assert.match(text, /is not registered for this client/);
    }
    assert.equal((await visit(publisher.id, { redirect_uri: 'http://127.0.0.1:4321/back' })).status, 200);
  });

  it('has its document fetched again after five minutes', async () => {
    const { publisher, clock, visit, good } = await setUp();
    publisher.publishes(good());
    await visit(publisher.id);
    await visit(publisher.id);
    assert.deepEqual(publisher.asked, ['/client.json']);
    publisher.publishes(good({ client_name: 'Diary' }));
    clock.advance(5 * MINUTE);
    assert.match((await visit(publisher.id)).text, /Diary wants/);
    assert.equal(publisher.asked.length, 2);
  });

  it('gets the reason if its document is invalid, and has it fetched again at the next attempt', async () => {
    const { publisher, visit, good } = await setUp();
    const respond = (status: number, headers: Record<string, string> = {}) => {
      publisher.behaviour = (_, response) => response.writeHead(status, headers).end(JSON.stringify(good()));
    };
    const cutOff = () => {
      publisher.behaviour = (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{}');
        response.socket?.end();
      };
    };
    const cases: [string, () => void, RegExp][] = [
      ['another client', () => publisher.publishes(good({ client_id: `${publisher.id}x` })), /to another client/],
      ['no client id', () => publisher.publishes(good({ client_id: undefined })), /to another client/],
      ['not JSON', () => publisher.says('<html>'), /it is not valid JSON/],
      ['not an object', () => publisher.says('null'), /must be a JSON object/],
      ['too large', () => publisher.publishes(good({ x: 'x'.repeat(MAX_BYTES) })), /it has more than 65536 bytes/],
      ['a redirect', () => respond(302, { location: publisher.addressOf('/elsewhere') }), /it returned 302/],
      ['not there', () => respond(404), /it returned 404/],
      ['cut off', cutOff, /could not be read\./],
      [
        'unsafe addresses',
        () => publisher.publishes(good({ redirect_uris: ['javascript:alert(1)'] })),
        /must begin with/,
      ],
      ['no addresses', () => publisher.publishes(good({ redirect_uris: [] })), /must have 1 to 10 entries/],
      ['no name', () => publisher.publishes(good({ client_name: 7 })), /`client_name` must be a non-empty string/],
    ];
    for (const [what, prepare, message] of cases) {
      prepare();
      const { status, location, text } = await visit(publisher.id);
      assert.deepEqual([status, location], [400, null], what);
      assert.match(text, message, what);
    }
    assert.ok(!publisher.asked.includes('/elsewhere'), 'no redirect is followed');
    publisher.publishes(good());
    assert.equal((await visit(publisher.id)).status, 200);
  });

  it('is accepted only by one spelling of its URL, and over a trusted connection', async () => {
    const { publisher, visit, good } = await setUp();
    publisher.publishes(good());
    for (const id of [
      publisher.addressOf('/'),
      publisher.addressOf('/a/../client.json'),
      publisher.addressOf('/client.json?x=1'),
      publisher.addressOf('/client.json#x'),
      publisher.id.replace('notebook', 'Notebook'),
      publisher.id.replace('https://', 'https://user@'),
      'https://',
    ]) {
      const { status, text } = await visit(id);
      assert.equal(status, 400, id);
      assert.match(text, /normalized form|could not be read: a user/, id);
    }
    assert.equal((await visit(publisher.id.replace('https:', 'http:'))).status, 400);
    const other = await visit(publisher.addressOf('/client.json', 'diary.example.com'));
    assert.match(other.text, /could not be read\./, 'the certificate is of another host');
    assert.deepEqual(publisher.asked, []);
  });

  it('is not fetched from an address of the private network', async () => {
    const { publisher, visit, good } = await setUp({ RECOLLECT_WEBHOOK_ALLOW: '' });
    publisher.publishes(good());
    const literal = publisher.addressOf('/client.json', '127.0.0.1');
    for (const id of [publisher.id, literal, 'https://metadata.google.internal/x']) {
      const { status, text } = await visit(id);
      assert.equal(status, 400, id);
      assert.match(text, /could not be read/, id);
    }
    assert.deepEqual(publisher.asked, []);
  });

  it('does not wait for the documents of others', async () => {
    const { publisher, visit, good } = await setUp({ RECOLLECT_TRUST_PROXY: 'on' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const held: ServerResponse[] = [];
    let both: () => void = () => {};
    const came = new Promise<void>((resolve) => {
      both = resolve;
    });
    publisher.behaviour = (_, response) => {
      if (held.push(response) === 2) both();
    };
    const waiting = ['/a', '/b'].map((path) => visit(publisher.addressOf(path), {}, from('192.0.2.1')));
    await came;
    publisher.publishes(good());
    assert.equal((await visit(publisher.id, {}, from('192.0.2.1'))).status, 503);
    assert.equal((await visit(publisher.id, {}, from('192.0.2.2'))).status, 200);
    for (const response of held) response.writeHead(404).end();
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 400);
  });
});

it('fetching a document that arrives slowly, or never, times out', async (t) => {
  const publisher = await new Publisher().start();
  t.after(() => publisher.stop());
  const { resolve, trusted } = publisher.settings;
  const guard = new Guard(['127.0.0.0/8'], resolve);
  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  };
  for (const behaviour of [() => {}, (_: unknown, response: ServerResponse) => drip(response.writeHead(200))]) {
    publisher.behaviour = behaviour;
    await assert.rejects(fetchDocument(guard, publisher.id, { limitMs: 100, trusted }), /it took too long/);
  }
});
