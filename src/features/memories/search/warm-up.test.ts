import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { silentLog } from '../../../kernel/log.js';
import { WarmUp } from './warm-up.js';

onBothEngines('after a restart', (start, engine) => {
  it('the users that were searched last have their memories loaded, and are searched as before', async () => {
    const first = await start({ background: false });
    const { key } = await first.mint();
    for (const user_id of ['ann', 'bob', 'cid'])
      await first.call('POST', '/memory/store', { key, body: { user_id, content: `The kettle of ${user_id} is red` } });
    const find = async (service: typeof first, user_id: string) => {
      const query = { user_id, q: 'which kettle?', ranking: 'hybrid' };
      const { results } = (await service.call('GET', '/memory/retrieve', { key, query })).body;
      return results.map(({ id, relevance }: { id: string; relevance: number }) => ({ id, relevance }));
    };
    await find(first, 'ann');
    const before = await find(first, 'bob');
    await first.stop();

    const second = await start({ background: false, place: first.place });
    const warmUp = new WarmUp({ ...second, log: silentLog });
    warmUp.start();
    await warmUp.done();
    const loaded = async () => (await second.database.figures()).vectorCache?.loads;
    assert.equal(await loaded(), engine === 'sqlite' ? 2 : undefined, 'cid was never searched');
    assert.deepEqual(await find(second, 'bob'), before);
    assert.equal(await loaded(), engine === 'sqlite' ? 2 : undefined);
    await warmUp.stop();
  });
});
