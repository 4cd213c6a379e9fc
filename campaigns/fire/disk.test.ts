import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../test/support/service.js';
import { diskRounds } from './disk-rounds.js';
import { faultRounds, openFaulty } from './fault-rounds.js';
import { armWriter } from './fault-statements.js';
import { failuresOf } from './ledger.js';

/** The short forms of `npm run test:disk-full` and `npm run test:disk-errors`. */
const FAILURES = 6;
const ROUNDS = { full: 4, errors: 4, driver: 6 };

describe('a service whose disk', () => {
  for (const [trouble, name] of [
    ['full', 'is full'],
    ['errors', 'refuses writes'],
  ] as const) {
    it(`${name} under 32 writers returns 503, loses nothing and recovers by itself`, async (t) => {
      const figures = await diskRounds(trouble, ROUNDS[trouble], () => {});
      if (!figures) return t.skip('a small file system or a limit could not be set up (needs root)');
      assert.equal(failuresOf(figures), 0, JSON.stringify(figures));
      assert.equal(figures.unacknowledged, 0, 'what was refused is not there');
      assert.ok(figures.refused > 0 && figures.acknowledged > 0 && figures.kills > 0);
    });
  }

  for (const only of ['commit', 'begin']) {
    it(`fails at "${only}" does not store what it returns 503 for`, async () => {
      const service = await startTestService('sqlite', { openDatabase: openFaulty, background: false });
      const { key } = await service.mint();
      const store = (content: string) =>
        service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
      assert.equal((await store('Before')).status, 201);
      // Its own transaction may be the first to fail.
      await service.database.system(armWriter, { chance: 1, seed: 1, only, times: FAILURES }).catch(() => {});
      assert.equal((await store('Refused')).status, 503);
      let status = 0;
      for (let i = 0; i <= FAILURES && status !== 201; i++) status = (await store('After')).status;
      assert.equal(status, 201);
      const { body } = await service.call('GET', '/memory', { key, query: { user_id: 'ann' } });
      assert.deepEqual(body.memories.map((memory: { content: string }) => memory.content).sort(), ['After', 'Before']);
      await service.stop();
      await service.place.remove();
    });
  }

  it('fails at any step of a transaction returns a correct response or 503', async () => {
    const figures = await faultRounds(ROUNDS.driver, () => {});
    assert.equal(failuresOf(figures), 0, JSON.stringify(figures));
    assert.equal(figures.unacknowledged, 0, 'what was refused is not there');
    assert.ok(figures.refused > 0 && figures.reads > 0);
  });
});
