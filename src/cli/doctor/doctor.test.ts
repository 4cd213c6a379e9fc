import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { loadConfig } from '../../config/config.js';
import { newPlace, POSTGRES_SKIPPED } from '../../testing/databases.js';
import { checkEmbedder } from './embedder.js';
import { runChecks } from './index.js';
import { checkDataFolder, checkNode } from './machine.js';
import { checkPostgres } from './postgres.js';

describe('the doctor', () => {
  const root = mkdtemp(join(tmpdir(), 'recollect-doctor-'));
  after(async () => rm(await root, { recursive: true }));

  it('knows which versions of Node.js are old', () => {
    assert.equal(checkNode('18.20.1').ok, false);
    assert.equal(checkNode('20.0.0').ok, true);
  });

  it('looks at the data folder and leaves nothing behind', async () => {
    const folder = await root;
    assert.match((await checkDataFolder(join(folder, 'a', 'b'))).detail, /does not exist yet and can be created$/);
    assert.match((await checkDataFolder(folder)).detail, /can be written to$/);
    assert.deepEqual(await readdir(folder), []);
  });

  it('says what to do about a data folder that cannot be', async () => {
    const file = join(await root, 'file');
    await writeFile(file, '');
    const check = await checkDataFolder(join(file, 'data'));
    assert.equal(check.ok, false);
    assert.match(check.advice ?? '', /RECOLLECT_DATA_DIR/);
    await rm(file);
  });

  it('tells that a database cannot be reached, without its password', async () => {
    const [check] = await checkPostgres('postgres://ada:pa55word@127.0.0.1:1/x');
    assert.equal(check?.ok, false);
    assert.match(check?.detail ?? '', /^postgres:\/\/ada:\*\*\*@127\.0\.0\.1:1\/x cannot be reached: .*ECONNREFUSED/);
  });

  it('finds PostgreSQL and pgvector, and asks for no lock then', { skip: POSTGRES_SKIPPED }, async () => {
    const place = await newPlace('postgres');
    try {
      const env = {
        DATABASE_URL: place.databaseUrl,
        RECOLLECT_DATA_DIR: place.folder,
        PORT: '0',
        RECOLLECT_EMBEDDER: 'none',
      };
      const checks = await runChecks(loadConfig({ env }));
      assert.deepEqual(
        checks.map(({ name, ok }) => [name, ok]),
        [
          ['node', true],
          ['data folder', true],
          ['database', true],
          ['pgvector', true],
          ['model', true],
          ['port', true],
        ],
      );
    } finally {
      await place.remove();
    }
  });

  it('asks the embedding endpoint for a vector', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ index: 0, embedding: [0.6, 0.8] }], usage: { prompt_tokens: 1 } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const at = (url: string) => loadConfig({ env: { RECOLLECT_EMBEDDER: 'openai', RECOLLECT_EMBEDDINGS_URL: url } });
    assert.match((await checkEmbedder(at(`http://127.0.0.1:${port}/v1`))).detail, /returns 2 dimensions$/);
    server.close();
    server.closeAllConnections();
    const silent = await checkEmbedder(at('http://user:pa55word@127.0.0.1:1/v1'));
    assert.equal(silent.ok, false);
    assert.ok(!silent.detail.includes('pa55word'));
  });
});
