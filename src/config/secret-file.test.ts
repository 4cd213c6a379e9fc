import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { remoteOf } from '../cli/remote/remote.js';
import { ConfigError, loadConfig } from './config.js';
import { printable } from './printable.js';
import { SETTINGS } from './settings.js';

const SECRET = 'sEcReT-0123456789abcdef-0123456789';
const VALUES: Record<string, string> = {
  DATABASE_URL: `postgres://ada:${SECRET}@db.example/x`,
  OTEL_EXPORTER_OTLP_HEADERS: `x-key=${SECRET}`,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: `x-key=${SECRET}`,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: `x-key=${SECRET}`,
};

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-secrets-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const refusal = (env: Record<string, string>): string => {
    try {
      loadConfig({ env });
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error));
      assert.match(error.message, /^[^\n]+\.$/);
      assert.ok(!error.message.includes('sEcReT'), error.message);
      return error.message;
    }
    return assert.fail('it was accepted');
  };

  it('is read for every secret setting, without its trailing line break', () => {
    const withFile = SETTINGS.filter(({ fromFile }) => fromFile);
    assert.deepEqual(
      SETTINGS.filter(({ secret, fromFile }) => secret && !fromFile),
      [],
    );
    for (const { env, name, read } of withFile) {
      const text = VALUES[env] ?? SECRET;
      const config = loadConfig({ env: { [`${env}_FILE`]: file(env, `${text}\r\n`) } });
      assert.deepEqual(config[name], read(text, folder), env);
      const row = printable(config).find((one) => one.name === env);
      assert.equal(row?.from, `${env}_FILE (from file)`);
      assert.ok(!JSON.stringify(row).includes('sEcReT'));
    }
  });

  it('has its path resolved against the working directory, and is overridden by a flag', () => {
    file('near', SECRET);
    const env = { RECOLLECT_ADMIN_KEY_FILE: 'near' };
    assert.deepEqual(loadConfig({ env, cwd: folder }).adminKey, loadConfig({ flags: { adminKey: SECRET } }).adminKey);
    const flags = { adminKey: 'another-credential' };
    assert.equal(loadConfig({ env, flags, cwd: folder }).origins.adminKey.as, '--admin-key');
  });

  it('is refused with one sentence that names the variable and not the content', () => {
    const good = file('good', SECRET);
    const both = refusal({ OPENAI_API_KEY: SECRET, OPENAI_API_KEY_FILE: good });
    assert.match(both, /^OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set/);
    for (const [path, reason] of [
      [join(folder, 'absent'), /of RECOLLECT_ADMIN_KEY_FILE does not exist\.$/],
      [folder, /of RECOLLECT_ADMIN_KEY_FILE cannot be read \(EISDIR\)\.$/],
      [file('empty', ' \n'), /of RECOLLECT_ADMIN_KEY_FILE is empty/],
      [file('large', SECRET.repeat(10_000)), /of RECOLLECT_ADMIN_KEY_FILE has 340000 bytes, but must have at most/],
      [file('two words', `${SECRET} more`), /in RECOLLECT_ADMIN_KEY_FILE must contain .*at least 16.* not shown here/],
    ] as const) {
      assert.match(refusal({ RECOLLECT_ADMIN_KEY_FILE: path }), reason);
    }
    assert.match(
      refusal({ DATABASE_URL_FILE: file('no url', 'sEcReT') }),
      /in DATABASE_URL_FILE must contain .* not shown here/,
    );
  });

  it('can hold the key that commands use', () => {
    const env = { RECOLLECT_KEY_FILE: file('key', 'rec_sk_1\n') };
    assert.equal(remoteOf({}, env).key, 'rec_sk_1');
    assert.equal(remoteOf({ key: 'rec_sk_2' }, env).key, 'rec_sk_2');
    assert.throws(() => remoteOf({}, { ...env, RECOLLECT_KEY: 'rec_sk_3' }), /are both set/);
  });
});
