import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PROCEDURE_LIMITS } from '../src/features/procedures/input.js';
import { BODY_LIMITS } from '../src/kernel/body-limits.js';
import { LIMITS } from '../src/kernel/fields.js';
import { startTestService } from './support/service.js';

/** The longest encoding of a character: two UTF-16 units, both escaped. */
const pairs = (count: number) => '\\ud83d\\ude00'.repeat(count);
const name = `"${pairs(LIMITS.name)}"`;
const tags = Array.from({ length: LIMITS.tags }, (_, i) => `"${pairs(LIMITS.tag - 2)}${i + 10}"`).join();
const labels = `"tags":[${tags}],"metadata":{"a":"${'\\u0078'.repeat(LIMITS.metadataBytes - 8)}"}`;
const memory =
  `{"user_id":${name},"agent_id":${name},"namespace":"${pairs(LIMITS.namespace)}",` +
  `"content":"${pairs(LIMITS.content)}",${labels}}`;
const { step, steps, description, trigger } = PROCEDURE_LIMITS;
const procedure =
  `{"agent_id":${name},"user_id":${name},"name":${name},"description":"${pairs(description)}","trigger":"${pairs(trigger)}",` +
  `"steps":[${Array(steps)
    .fill(`"${pairs(step)}"`)
    .join()}],${labels}}`;

it('the largest allowed values fit into a body, even with every character escaped', async () => {
  const service = await startTestService('sqlite', { background: false });
  try {
    const { key } = await service.mint();
    const send = async (path: string, body: string) => (await service.call('POST', path, { key, body })).status;
    assert.equal(await send('/memory/store', memory), 201);
    assert.equal(await send('/memory/procedures', procedure), 201);
    assert.equal(await send('/memory/batch', `{"memories":[${memory}]}`), 201);
    const episode = await service.call('POST', '/memory/episodes/start', {
      key,
      body: `{"agent_id":${name},${labels}}`,
    });
    const event = `{"episode_id":"${episode.body.id}","content":"${pairs(20_000)}",${labels}}`;
    assert.equal(await send('/memory/episodes/event', event), 201);
    assert.ok((memory.length + 1) * LIMITS.batch + 20 < BODY_LIMITS.batch);
  } finally {
    await service.stop();
    await service.place.remove();
  }
});
