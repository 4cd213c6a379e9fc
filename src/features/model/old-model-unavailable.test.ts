import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { SECOND } from '../../kernel/clock.js';
import { afterOldModel, best, embedderHealth, found, lacking } from './change.test.kit.js';
import { GONE_AFTER_MS } from './presence.js';

onBothEngines('a model change whose old model is unavailable', (start) => {
  it('uses the vectors that the new model has so far, at once if the old one cannot be loaded', async () => {
    const { clock, fresh, key, restart } = await afterOldModel(start, 4);
    fresh.left = 0;
    const warned: string[] = [];
    const log = { debug() {}, info() {}, warn: (_: object, text: string) => void warned.push(text), error() {} };
    const service = await restart({ log, embedders: undefined });
    assert.ok(warned.some((text) => text.includes('the old embedding model is no longer used')));
    await service.jobs.runDue(); // fails, and waits for the clock
    const { semantic, content } = await best(service, key, 'Ann keeps bees');
    assert.deepEqual({ semantic, content }, { semantic: true, content: undefined });
    fresh.left = Number.POSITIVE_INFINITY;
    const body = { user_id: 'ann', content: 'Eve paints owls' };
    await service.call('POST', '/memory/store', { key, body });
    assert.equal((await best(service, key, 'Ann keeps bees')).content, 'Eve paints owls');
    clock.advance(10 * SECOND);
    await service.jobs.runDue();
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
    assert.equal((await embedderHealth(service)).backlog, 0);
  });

  it('waits a minute for an old model that does not respond, and no longer', async () => {
    const { clock, old, fresh, key, restart } = await afterOldModel(start, 40);
    old.unavailable = true;
    fresh.left = 16;
    const service = await restart();
    await service.jobs.runDue();
    assert.equal((await best(service, key, 'Ann keeps bees')).semantic, false);
    assert.equal((await embedderHealth(service)).model, 'old');
    fresh.left = Number.POSITIVE_INFINITY;
    clock.advance(GONE_AFTER_MS);
    fresh.onPassage = async () => {
      assert.equal((await embedderHealth(service)).model, 'fresh'); // it is used before it is complete
    };
    await service.jobs.runDue();
    clock.advance(10 * SECOND);
    await service.jobs.runDue();
    assert.equal(await lacking(service, 'fresh'), 0);
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
  });
});
