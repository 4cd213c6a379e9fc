import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MASK, masked } from './secrets.js';

/** Assembled at run time, so that secret scanners do not report them. */
const of = (...parts: string[]) => parts.join('');
const LETTERS = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';

describe('secrets', () => {
  for (const [name, secret] of [
    ['OpenAI', of('sk-', 'proj-', LETTERS)],
    ['Anthropic', of('sk-', 'ant-api03-', LETTERS)],
    ['our own', of('rec_', 'sk_', LETTERS)],
    ['GitHub', of('gh', 'p_', LETTERS)],
    ['GitHub, fine-grained', of('github', '_pat_', LETTERS)],
    ['GitLab', of('gl', 'pat-', LETTERS.slice(0, 20))],
    ['Slack', of('xox', 'b-123456789012-', LETTERS)],
    ['AWS', of('AK', 'IA', 'ABCDEFGHIJKLMNOP')],
    ['Google', of('AI', 'za', LETTERS)],
    ['Stripe', of('sk_', 'live_', LETTERS)],
    ['npm', of('np', 'm_', LETTERS)],
    ['Hugging Face', of('h', 'f_', LETTERS)],
    ['SendGrid', of('S', 'G.', LETTERS, '.', LETTERS)],
    ['a JSON web token', of('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxIn0.', 'c2lnbmF0dXJl')],
  ] as const) {
    it(`masks a key of ${name}`, () => {
      assert.equal(masked(`use ${secret}, please`), `use ${MASK}, please`);
    });
  }

  it('masks private keys, even truncated ones', () => {
    const block = (end: string) => `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE${LETTERS}\n${end}`;
    assert.equal(masked(`a\n${block(`-----END RSA ${'PRIVATE'} KEY-----`)}\nb`), `a\n${MASK}\nb`);
    assert.equal(masked(`a\n${block('')}`), `a\n${MASK}`);
  });

  it('masks the values of names that suggest secrets, and keeps the names', () => {
    for (const [text, expected] of [
      ['curl -H "Authorization: Bearer abc123def456"', `curl -H "Authorization: Bearer ${MASK}"`],
      ['x-api-key: abcd1234', `x-api-key: ${MASK}`],
      ['Cookie: sid=abc; theme=dark', `Cookie: ${MASK}`],
      ['postgres://ada:hunter2@db.local/x', `postgres://ada:${MASK}@db.local/x`],
      ['https://:t0ken@example.org', `https://:${MASK}@example.org`],
      ['DATABASE_URL=whatever it is', `DATABASE_URL=${MASK}`],
      ['export REGION="eu"\nB=1', `export REGION=${MASK}\nB=1`],
      ['run with db_password=hunter2 now', `run with db_password=${MASK} now`],
      ['{"apiKey": "hunter22", "n": 1}', `{"apiKey": ${MASK}, "n": 1}`],
      ["client_secret: 'hunter22'", `client_secret: ${MASK}`],
      ['mysql --password hunter2 -u ada', `mysql --password ${MASK} -u ada`],
      ['curl -u ada:hunter2 https://example.org', `curl -u ada:${MASK} https://example.org`],
      ['{\\"password\\":\\"hunter2\\"}', `{\\"password\\":${MASK}}`],
      ['https://example.org/?access_token=abc12345&x=1', `https://example.org/?access_token=${MASK}&x=1`],
      ['docker run -e API_TOKEN=abc123 img', `docker run -e API_TOKEN=${MASK} img`],
      ['deploy --token=hunter2', `deploy --token=${MASK}`],
    ]) {
      assert.equal(masked(text as string), expected);
    }
  });

  it('leaves text that only mentions secrets', () => {
    for (const text of [
      'The password is wrong, and the token: see below',
      'max_tokens: 1500, tokenizer: cl100k',
      'const token = process.env.API_TOKEN',
      'const secret = readSecret(name)',
      'interface A { token: Token; apiKey: string }',
      'Authorization: we have to decide',
      'a = b\nx=1 and y=2',
      'https://example.org/a?b=c@d',
      'Use the basic authentication of the bearer',
      'git commit 3f2a9c1d8e7b6a5f4c3d2e1f0a9b8c7d6e5f4a3b',
    ]) {
      assert.equal(masked(text), text);
    }
  });

  it('finishes on long and odd texts', () => {
    const texts = [
      'password'.repeat(20_000),
      'A='.repeat(50_000),
      '-----BEGIN '.repeat(10_000),
      'a://'.repeat(30_000),
      'token:'.repeat(30_000),
    ];
    for (const text of texts) assert.equal(typeof masked(text), 'string');
  });
});
