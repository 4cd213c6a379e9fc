import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { onBothEngines } from '../../../test/support/service.js';
import { Browser } from './browser.test.kit.js';

const PATHS = [
  '/console',
  '/console/session',
  '/console/sessions',
  '/console/links',
  '/console/sessions/',
  '/console/',
];
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];

const piece = fc.oneof(
  fc.constantFrom('..', '%2e%2e', '%00', '%', 'assets', 'index.html', '\\', '//', '?', 'ses_', "'", 'a'.repeat(5_000)),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
);
const path = fc
  .tuple(fc.constantFrom(...PATHS), fc.array(piece, { maxLength: 4 }))
  .map(([at, rest]) => at + rest.join('/'));
const body = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '{"key":1}', '{"link":{}}', '"x"', `{"key":"${'k'.repeat(5_000)}"}`),
  fc.json({ maxDepth: 3 }),
  fc.record({ key: fc.oneof(fc.string(), fc.constant('rec_sk_wrong')) }).map((given) => JSON.stringify(given)),
  fc.record({ link: fc.string() }).map((given) => JSON.stringify(given)),
);
const token = fc.stringMatching(/^[!#-+\--:<-~]{0,200}$/);
const cookie = fc.oneof(
  fc.constant(undefined),
  token.map((value) => `recollect_console=${value}`),
  token.map((value) => `recollect_console=rec_cs_${value}; recollect_console=${value}`),
  token,
);

onBothEngines('the pages of the console', (start) => {
  it('survive arbitrary requests: no 500, no sign-in, errors in JSON, and nothing internal in a response', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const browser = new Browser(service);
    await browser.signIn(key);
    const request = fc.record({ method: fc.constantFrom(...METHODS), path, body, cookie, own: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(given.method);
        const response = await fetch(`${service.url}${given.path}`, {
          method: given.method,
          headers: {
            ...(given.own ? { origin: service.url } : {}),
            ...(given.cookie === undefined ? {} : { cookie: given.cookie }),
          },
          ...(hasBody ? { body: given.body } : {}),
        });
        const text = await response.text();
        assert.ok(response.status < 500, `${response.status} ${text}`);
        const signedIn = /recollect_console=rec_cs_/.test(response.headers.get('set-cookie') ?? '');
        assert.ok(!signedIn, 'signed in');
        const type = response.headers.get('content-type') ?? '';
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
        if (type.startsWith('text/html'))
          assert.match(response.headers.get('content-security-policy') ?? '', /default-src '(?:self|none)'/);
        else if (response.status >= 400 && given.method !== 'HEAD') assert.ok(JSON.parse(text).error.code, text);
        assert.doesNotMatch(text, /node_modules|SQLITE_|syntax error|\bat \w+ \(/);
      }),
      { numRuns: 300 },
    );
    assert.equal(await browser.status(), 200, 'the session of another browser is as it was');
  });
});
