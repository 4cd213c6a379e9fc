import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConfigError, loadConfig } from './config.js';
import { printable } from './printable.js';
import { withoutSecrets } from './redact.js';
import { SETTINGS } from './settings.js';

const VISIBLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((letter) => letter !== ',');
/** Marked, so that it can be distinguished from everything else that is printed. */
const secretText = fc
  .string({ unit: fc.constantFrom(...VISIBLE), minLength: 0, maxLength: 40 })
  .map((text) => `sEcReT-${text}-0123456789`);
const MARK = 'sEcReT-';

const shownFor = (env: Record<string, string>) => {
  try {
    return JSON.stringify(printable(loadConfig({ env })));
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
};

describe('the printable configuration', () => {
  it('lists every setting with its value and where it comes from', () => {
    const rows = printable(loadConfig({ env: { PORT: '9', RECOLLECT_SIGNUP: 'off' }, flags: { host: 'h.example' } }));
    assert.equal(rows.length, SETTINGS.length);
    assert.deepEqual(
      rows.find(({ name }) => name === 'PORT'),
      { name: 'PORT', value: '9', from: 'PORT' },
    );
    assert.deepEqual(
      rows.find(({ name }) => name === 'HOST'),
      { name: 'HOST', value: 'h.example', from: '--host' },
    );
    assert.equal(rows.find(({ name }) => name === 'RECOLLECT_SIGNUP')?.value, 'off');
    assert.equal(rows.find(({ name }) => name === 'RECOLLECT_ADMIN_KEY')?.value, 'not set');
    assert.equal(rows.find(({ name }) => name === 'RECOLLECT_RATE_LIMIT')?.value, 'not set');
    assert.equal(rows.find(({ name }) => name === 'RECOLLECT_CORS_ORIGIN')?.value, '*');
  });

  it('never shows a secret', () => {
    fc.assert(
      fc.property(secretText, secretText, secretText, (admin, issuer, openai) => {
        const env = { RECOLLECT_ADMIN_KEY: admin, RECOLLECT_ISSUER_KEY: issuer, OPENAI_API_KEY: openai };
        assert.ok(!shownFor(env).includes(MARK));
      }),
    );
  });

  it('never shows a secret in a URL, however it is written', () => {
    const url = fc.oneof(
      ...[
        (secret: string) => `postgres://user:${secret}@db.example/recollect`,
        (secret: string) => `postgres://user:${encodeURIComponent(secret)}@db.example/recollect`,
        (secret: string) => `postgres://user:12/${secret}@db.example/recollect`,
        (secret: string) => `postgres://db.example/recollect?password=${secret}`,
        (secret: string) => `mysql://user:${secret}@db.example/recollect`,
        (secret: string) => `https://${secret}@api.example/v1`,
        (secret: string) => `https://user:${secret}@api.example/v1`,
        (secret: string) => `https://api.example/v1?key=${secret}`,
        (secret: string) => `https://api.example/v1#${secret}`,
      ].map((write) => secretText.map(write)),
    );
    fc.assert(
      fc.property(url, (given) => {
        for (const name of ['DATABASE_URL', 'RECOLLECT_EMBEDDINGS_URL', 'RECOLLECT_LLM_URL', 'BASE_URL']) {
          const shown = shownFor({ [name]: given });
          assert.ok(!shown.includes(MARK), shown);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the parts of a URL that identify the server', () => {
    assert.equal(
      withoutSecrets('postgres://ada:pw@db.example:5432/x?sslmode=require'),
      'postgres://ada:***@db.example:5432/x?***',
    );
    assert.equal(withoutSecrets('postgres://ada@db.example/x'), 'postgres://ada@db.example/x');
    assert.equal(withoutSecrets('http://127.0.0.1:11434/v1'), 'http://127.0.0.1:11434/v1');
    assert.equal(withoutSecrets('https://token@a.example/v1'), 'https://***@a.example/v1');
  });
});
