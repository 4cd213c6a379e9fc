import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ChildService, freePort } from './support/child-service.js';
import { eachEngine, newPlace, type TestPlace } from './support/databases.js';
import { ADMIN_KEY } from './support/service.js';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const PAGE = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const [, ...SECTIONS] = PAGE.split(/^## /m);

eachEngine('the runbook', (engine) => {
  let folder: string;
  let service: ChildService;
  let env: Record<string, string>;
  const places: TestPlace[] = [];
  const empty = async () => {
    const place = await newPlace(engine);
    places.push(place);
    return place;
  };
  const call = async (method: string, path: string, key: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
    assert.ok(response.ok, await response.clone().text());
    return (await response.json()) as { id: string; key: string };
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-test-'));
    await mkdir(join(folder, 'backups'));
    await writeFile(join(folder, 'recollect'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    await chmod(join(folder, 'recollect'), 0o755);
    const [place, other] = [await empty(), await empty()];
    const settings = {
      RECOLLECT_DATA_DIR: place.folder,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    };
    const port = await freePort();
    service = new ChildService(port, settings);
    await service.start();
    env = {
      ...settings,
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      PORT: String(port),
      RECOLLECT_ADMIN_KEY: ADMIN_KEY,
      URL: service.url,
      RECOLLECT_URL: service.url,
      USER_ID: 'ada',
      BACKUP_DIR: join(folder, 'backups'),
      NEW_DIR: other.folder,
      NEW_DATABASE_URL: other.databaseUrl ?? '',
    };
  });
  after(async () => {
    await service.end('SIGTERM');
    for (const place of places) await place.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('has ten incidents', () => assert.equal(SECTIONS.length, 10));

  for (const section of SECTIONS) {
    const title = section.slice(0, section.indexOf('\n'));
    it(`${title}: its commands work`, async () => {
      const blocks = [...section.matchAll(/^```bash ?(sqlite|postgres)?\n([\s\S]*?)^```/gm)];
      const script = blocks
        .flatMap(([, only, text]) => (only === undefined || only === engine ? [text] : []))
        .join('\n');
      assert.ok(script.length > 0);
      const { id, key } = await call('POST', '/auth/keys', ADMIN_KEY, { name: title, tier: 'pro' });
      await call('POST', '/memory/store', key, { user_id: 'ada', content: 'Ada likes window seats.' });
      const options = { env: { ...env, KEY: key, KEY_ID: id }, cwd: folder };
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], options);
      assert.ok(stdout.trim().length > 0);
    });
  }
});
