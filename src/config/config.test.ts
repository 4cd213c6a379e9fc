import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type ConfigSources, loadConfig, renamedSettings } from './config.js';
import { SETTINGS } from './settings.js';

const FILE = resolve('somewhere', 'recollect.config.json');
const inFile = (values: Record<string, unknown>): ConfigSources => ({ file: { path: FILE, values } });

describe('the configuration', () => {
  it('is complete without any setting', () => {
    const config = loadConfig({ cwd: '/srv/app' });
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 7326);
    assert.equal(config.dataDir, resolve('/srv/app/.recollect'));
    assert.equal(config.databaseUrl, undefined);
    assert.equal(config.rateLimit, undefined);
    assert.equal(config.signup, true);
    assert.equal(config.trustProxy, false);
    assert.equal(config.corsOrigin, '*');
    assert.deepEqual(config.modelSources, ['hub', 'npm']);
    assert.deepEqual(config.issuerKey, []);
    assert.equal(config.embedder, 'local');
    assert.equal(config.shutdownGraceSeconds, 25);
  });

  it('takes flags before the environment, the environment before the file, the file before the default', () => {
    const flags = { port: '1' };
    const env = { PORT: '2', HOST: 'env.example' };
    const { file } = inFile({ port: 3, host: 'file.example', signupLimit: 4 });
    const config = loadConfig({ flags, env, file });
    assert.deepEqual([config.port, config.host, config.signupLimit, config.pgPool], [1, 'env.example', 4, 20]);
    const { port, host, signupLimit, pgPool } = config.origins;
    assert.deepEqual(
      [port.as, host.as, signupLimit.as, pgPool.as],
      ['--port', 'HOST', `"signupLimit" in ${FILE}`, 'default'],
    );
    assert.equal(config.config, FILE);
  });

  it('reads a renamed setting under its former name, says so, and prefers the new name', () => {
    const former = loadConfig({ env: { RECOLLECT_MAX_IN_WORK: '7' } });
    assert.equal(former.maxInFlight, 7);
    assert.match(renamedSettings(former).join(), /^RECOLLECT_MAX_IN_WORK is now called RECOLLECT_MAX_IN_FLIGHT/);
    const both = loadConfig({ env: { RECOLLECT_MAX_IN_WORK: '7', RECOLLECT_MAX_IN_FLIGHT: '8' } });
    assert.equal(both.maxInFlight, 8);
    assert.deepEqual(renamedSettings(both), []);
    assert.throws(() => loadConfig(inFile({ maxInWork: 7 })), /write "maxInFlight"/);
  });

  it('treats an empty variable as not set', () => {
    assert.equal(loadConfig({ env: { PORT: '', HOST: '  ', RECOLLECT_ADMIN_KEY: '' } }).port, 7326);
  });

  it('takes typed values from a file', () => {
    const values = {
      port: 0,
      signup: false,
      issuerKey: ['a'.repeat(16), 'b'.repeat(16)],
      trustProxy: true,
      corsOrigin: [],
    };
    const config = loadConfig(inFile({ ...values, rateLimit: null }));
    assert.equal(config.port, 0);
    assert.equal(config.signup, false);
    assert.deepEqual(config.issuerKey, ['a'.repeat(16), 'b'.repeat(16)]);
    assert.equal(config.trustProxy, 1);
    assert.deepEqual(config.corsOrigin, []);
    assert.equal(config.rateLimit, undefined);
  });

  it("resolves relative paths in a file against the file's folder, others against the working directory", () => {
    assert.equal(loadConfig(inFile({ dataDir: 'data' })).dataDir, resolve('somewhere', 'data'));
    assert.equal(loadConfig({ env: { RECOLLECT_DATA_DIR: 'data' }, cwd: '/srv' }).dataDir, resolve('/srv/data'));
  });

  it('reads lists, switches, choices and URLs as people write them', () => {
    const env = {
      BASE_URL: 'https://memory.example/base/',
      RECOLLECT_WEBHOOK_ALLOW: '10.0.0.0/8, ::1',
      RECOLLECT_CORS_ORIGIN: 'https://a.example,http://b.example:3000',
      RECOLLECT_TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      RECOLLECT_SIGNUP: 'OFF',
      LOG_LEVEL: 'DEBUG',
      RECOLLECT_MODEL_SOURCES: 'npm',
      DATABASE_URL: 'postgresql://u:p@db.example/recollect',
    };
    const config = loadConfig({ env });
    assert.equal(config.baseUrl, 'https://memory.example/base');
    assert.deepEqual(config.webhookAllow, ['10.0.0.0/8', '::1']);
    assert.deepEqual(config.corsOrigin, ['https://a.example', 'http://b.example:3000']);
    assert.equal(config.trustProxy, '10.0.0.1, 10.0.0.2');
    assert.equal(config.signup, false);
    assert.equal(config.logLevel, 'debug');
    assert.deepEqual(config.modelSources, ['npm']);
    assert.equal(config.databaseUrl, env.DATABASE_URL);
  });

  it('has unique names for every setting: variable, flag and file key', () => {
    for (const key of ['env', 'flag', 'name'] as const) {
      assert.equal(new Set(SETTINGS.map((setting) => setting[key])).size, SETTINGS.length);
    }
  });
});
