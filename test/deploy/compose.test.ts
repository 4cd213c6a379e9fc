import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { jsonOf, ROOT, type Tree, textOf, unknownSettings, yamlOf } from './deploy.js';

const FILES = ['deploy/compose.sqlite.yaml', 'deploy/compose.postgres.yaml'];
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);

describe('the compose files', () => {
  for (const path of FILES) {
    const { services, secrets = {}, volumes = {}, networks = {} } = yamlOf(path);
    const service = services.recollect;

    it(`${path} runs this version, built from the Dockerfile`, () => {
      assert.equal(service.image, `recollect:${jsonOf('package.json').version}`);
      assert.ok(existsSync(join(ROOT, 'deploy', service.build.context, 'Dockerfile')));
    });

    it(`${path} sets only settings that exist`, () => {
      assert.deepEqual(unknownSettings(Object.keys(service.environment)), []);
    });

    it(`${path} declares every volume, network and secret that it uses`, () => {
      for (const one of Object.values<Tree>(services)) {
        for (const mount of one.volumes) assert.ok(mount.split(':')[0] in volumes, mount);
        for (const name of one.networks ?? []) assert.ok(name === 'default' || name in networks, name);
        for (const name of one.secrets ?? []) assert.match(secrets[name].file, /^\.\/secrets\//);
        const named = Object.entries<string>(one.environment).filter(([name]) => name.endsWith('_FILE'));
        assert.deepEqual(
          named.map(([, file]) => file).sort(),
          (one.secrets ?? []).map((name: string) => `/run/secrets/${name}`).sort(),
        );
      }
    });

    it(`${path} runs on a read-only file system and has time to stop gracefully`, () => {
      assert.equal(service.read_only, true);
      assert.deepEqual([service.tmpfs, service.cap_drop], [['/tmp'], ['ALL']]);
      assert.ok(seconds(service.stop_grace_period) > Number(service.environment.RECOLLECT_SHUTDOWN_GRACE_SECONDS));
      assert.deepEqual(service.ports, ['127.0.0.1:7326:7326']);
    });
  }

  it('start the service once PostgreSQL is healthy, and keep PostgreSQL off other networks', () => {
    const { services, networks } = yamlOf('deploy/compose.postgres.yaml');
    assert.equal(services.recollect.depends_on.postgres.condition, 'service_healthy');
    assert.ok(services.postgres.healthcheck.test.includes('pg_isready'));
    assert.deepEqual(services.postgres.networks, ['database']);
    assert.equal(networks.database.internal, true);
    assert.equal(services.postgres.ports, undefined);
  });

  it('read their secrets from a folder that is never committed', () => {
    assert.match(textOf('.gitignore'), /^deploy\/secrets\/$/m);
    assert.doesNotMatch(textOf('.dockerignore'), /^!deploy/m);
  });
});
