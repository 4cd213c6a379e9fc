import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SCHEMA_VERSION } from '../../src/storage/migrations/index.js';
import { eachEngine, newPlace } from '../support/databases.js';
import { changedSince, createAt, fillFrom, upgrade } from '../support/older-schema.js';
import { startTestService } from '../support/service.js';
import { filledService, goesOn, keepDatabase, seenBy, upgradeDatabase } from './released.js';

/** Where scripts/release.sh expects a database of every release. */
const KEPT = fileURLToPath(new URL('../../../test/released', import.meta.url));

eachEngine('an upgrade', (engine) => {
  it('keeps what every earlier schema version could hold', async () => {
    const { service, key } = await filledService(engine);
    const expected = await seenBy(service, key);
    await service.stop();
    try {
      for (let version = 1; version < SCHEMA_VERSION; version++) {
        const place = await newPlace(engine);
        try {
          await createAt(place, version);
          const copied = await fillFrom(place, service.place);
          await upgrade(place);
          const changed = await changedSince(copied, place, service.place);
          // The first version had no tables for the other kinds, so less is stored.
          assert.deepEqual(changed, version === 1 ? ['storage_use'] : [], `from schema version ${version}`);
          // Starting a service takes longer: only from the first version with tables for all kinds, and from the last.
          if (version !== 2 && version !== SCHEMA_VERSION - 1) continue;
          const upgraded = await startTestService(engine, { place, background: false });
          try {
            assert.deepEqual(await seenBy(upgraded, key), expected, `from schema version ${version}`);
            await goesOn(upgraded, key);
          } finally {
            await upgraded.stop();
          }
        } finally {
          await place.remove();
        }
      }
    } finally {
      await service.place.remove();
    }
  });

  it('works with the database of every release', async () => {
    const kept = readdirSync(KEPT).filter((name) => name.endsWith(`.${engine}.backup`));
    const folder = await mkdtemp(join(tmpdir(), 'recollect-released-'));
    try {
      // Including the one that will be kept for this release.
      const files = [...kept.map((name) => join(KEPT, name)), await keepDatabase(engine, folder)];
      for (const file of files) await upgradeDatabase(file, engine);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
