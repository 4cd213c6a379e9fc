import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { graphOf } from './graph.test.kit.js';

const SPOKES = 100_000;

/** This many memories, each linked from the hub; the heaviest links are those with the highest numbers. */
async function addSpokes({ place }: TestService, keyId: string, hub: string): Promise<void> {
  const numbers =
    place.engine === 'sqlite'
      ? `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${SPOKES})`
      : `with n as (select i from generate_series(1, ${SPOKES}) i)`;
  const id = "'spoke ' || substr('000000' || cast(i as text), -6)".replace(
    /substr\((.*), -6\)/,
    place.engine === 'sqlite' ? 'substr($1, -6)' : 'right($1, 6)',
  );
  await rowsOf(
    place,
    `${numbers} insert into memories (key_id, id, user_id, agent_id, namespace, kind, content, metadata, tags, importance, outcome,
      outcome_score, category, risk, conflicts_checked, created_at, updated_at)
    select key_id, ${id}, user_id, agent_id, namespace, kind, 'A spoke', metadata, tags, importance, outcome, outcome_score, category, risk,
      1, created_at, updated_at from n cross join memories where key_id = ? and id = ?`,
    [keyId, hub],
  );
  await rowsOf(
    place,
    `${numbers} insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, created_at)
    select key_id, 'link ' || cast(i as text), id, ${id}, 'related_to', i / ${SPOKES}.0, '{}', 0
      from n cross join memories where key_id = ? and id = ?`,
    [keyId, hub],
  );
}

onBothEngines('a memory with 100,000 links', (start) => {
  it('is explored up to the limit, the heaviest links first, also from its neighbours', async () => {
    const service = await start({ background: false });
    const { key, id: keyId } = await service.mint();
    const graph = graphOf(service, key);
    const hub = await graph.store('The hub of it all');
    const beside = await graph.store('Beside the hub');
    await addSpokes(service, keyId, hub);
    await graph.link(beside, hub, 'supports');

    const near = await graph.explore(hub, { depth: 4, limit: 10 });
    assert.equal(near.truncated, true);
    const spokes = near.nodes.slice(1).map((node) => node.id);
    assert.equal(spokes.length, 9);
    assert.ok(spokes.includes(beside), 'a relationship with few links is met beside one with many');
    const heaviest = Array.from({ length: 8 }, (_, i) => `spoke ${String(SPOKES - i).padStart(6, '0')}`);
    assert.deepEqual(spokes.filter((id) => id !== beside).sort(), heaviest.sort());

    const wide = await graph.explore(hub, { depth: 4, limit: 1_000 });
    assert.deepEqual([wide.nodes.length, wide.edges.length, wide.truncated], [1_000, 999, true]);
    const through = await graph.explore(beside, { depth: 2 });
    assert.deepEqual([through.nodes.length, through.truncated], [200, true]);
    assert.deepEqual(
      (await graph.explore(beside, { depth: 4, relationship: 'supports' })).nodes.map((node) => node.depth),
      [0, 1],
    );
    const alone = await graph.explore('spoke 000007', { depth: 1 });
    assert.deepEqual([alone.nodes.length, alone.edges.length, alone.truncated], [2, 1, false]);
    const whole = await graph.explore(hub, { depth: 1, relationship: 'supports' });
    assert.deepEqual([whole.nodes.length, whole.truncated], [2, false]);
  });
});
