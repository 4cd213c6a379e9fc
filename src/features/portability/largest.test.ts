import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { LIMITS } from '../../kernel/fields.js';
import { MAX_EVENTS } from '../episodes/record.js';
import { VERSIONS } from '../procedures/sql/version-rows.js';
import { exported, exportText, imported, sendLines } from './portability.test.kit.js';

const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

onBothEngines('the largest records', (start) => {
  it('of a procedure that was changed often keep as many versions as an import takes', async () => {
    const service = await start({ background: false });
    const [from, to] = [await service.mint(), await service.mint()];
    for (let i = 0; i < 30; i++) {
      const steps = Array(64).fill(`${'\u0001'.repeat(998)}${10 + i}`);
      const body = { agent_id: 'cook', name: 'Soup', steps };
      assert.ok((await service.call('POST', '/memory/procedures', { key: from.key, body })).status < 300);
    }
    const lines = await exportText(service, from.key, 'ndjson');
    assert.ok(Math.max(...lines.split('\n').map((line) => line.length)) < BODY_LIMITS.line);
    const response = (await sendLines(service, to.key, lines)).body;
    assert.deepEqual([response.error_count, response.procedures], [0, 1]);
    const { versions } =
      ((await exported(service, to.key)) as unknown as { procedures: { versions: object[] }[] }).procedures[0] ?? {};
    assert.ok(versions && versions.length >= 3 && JSON.stringify(versions).length <= VERSIONS.bytes * 1.1);
  });

  it('of an episode with the most events allowed fit into one line', async () => {
    const service = await start({ background: false });
    const [from, to] = [await service.mint({ tier: 'pro' }), await service.mint({ tier: 'pro' })];
    const type = '\u0001'.repeat(64);
    const events = Array.from({ length: MAX_EVENTS }, (_, i) => ({
      ...{ id: `evt_${String(i).padStart(26, '0')}`, seq: i + 1, type, created_at: 1_700_000_000_000 + i },
    }));
    const times = { started_at: 1_700_000_000_000, last_event_at: 1_700_000_010_000 };
    const episode = { id: 'ep_1', agent_id: 'one', status: 'open', ...times, events };
    await imported(service, from.key, { memories: [], episodes: [episode] });
    const { body } = await sendLines(service, to.key, await exportText(service, from.key, 'ndjson'));
    assert.deepEqual([body.error_count, body.episodes], [0, 1]);
  });

  it('are refused on import if they could not be exported again', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const events = Array.from({ length: MAX_EVENTS }, (_, i) => ({
      ...{ id: `${i}${'\u0001'.repeat(250)}`, seq: i + 1, type: 'event', created_at: 1 },
    }));
    const episode = { id: 'ep_1', agent_id: 'one', status: 'open', started_at: 1, last_event_at: 1, events };
    const response = await imported(service, key, { memories: [], episodes: [episode] });
    assert.deepEqual(
      [response.error_count, response.errors[0]?.message],
      [1, 'The record has more than 8388608 bytes'],
    );
  });

  it('with metadata nested as deep as allowed come back as lines', async () => {
    const service = await start({ background: false });
    const [from, to] = [await service.mint(), await service.mint()];
    const body = { user_id: 'ann', content: 'Deep', metadata: nested(LIMITS.depth - 1) };
    assert.equal((await service.call('POST', '/memory/store', { key: from.key, body })).status, 201);
    const response = await sendLines(service, to.key, await exportText(service, from.key, 'ndjson'));
    assert.deepEqual([response.body.imported, response.body.error_count], [1, 0]);
  });
});
