import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { during, waitedFor } from '../../../test/support/waits-for.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { attachVectors } from '../memories/sql/change.js';
import { packVectors } from '../memories/sql/vectors.js';
import { imported, many } from '../portability/portability.test.kit.js';

const MODEL = 'a model';

onBothEngines('what is being written about a user when it is erased or forgotten', (start, engine) => {
  const onManyWriters = engine === 'postgres' ? it : () => {}; // on SQLite nothing is written meanwhile

  async function withAda(memories: readonly object[] = []) {
    const service = await start({ background: false });
    const { key, id: keyId } = await service.mint();
    if (memories.length > 0) await imported(service, key, { memories });
    const rows = async (table: string) =>
      (await rowsOf(service.place, `select 1 from ${table} where key_id = ?`, [keyId])).length;
    return { service, key, keyId, rows };
  }
  const few = many(3).map((one, i) => ({ ...one, id: `m${i}` }));
  const ways: Record<string, (service: TestService, key: string) => ReturnType<TestService['call']>> = {
    erased: (service, key) => service.call('DELETE', '/users/ada/memories', { key }),
    forgotten: (service, key) => service.call('DELETE', '/memory/forget', { key, query: { user_id: 'ada' } }),
  };

  for (const [way, remove] of Object.entries(ways)) {
    for (const [size, memories] of [
      ['', few],
      ['large ', many(600).map((one, i) => ({ ...one, id: `m${i}` }))],
    ] as const)
      onManyWriters(`leaves no copy of the memories of a ${size}user that is ${way}`, async () => {
        const { service, key, keyId, rows } = await withAda(memories);
        const copying = `with held as materialized (select * from memories where key_id = $1 for update)
          insert into memories select copy.* from held cross join jsonb_populate_record(null::memories,
            to_jsonb(held) || jsonb_build_object('id', 'copy of ' || id, 'agent_id', 'b', 'dedupe_key', null)) copy`;
        const { status } = await during(service.place, copying, [keyId], () => remove(service, key));
        assert.equal(status, 200);
        assert.equal(await rows('memories'), 0);
      });

    onManyWriters(`leaves no link and no conflict if the user is ${way}`, async () => {
      const { service, key, keyId, rows } = await withAda(few);
      const linking = `with held as materialized (select * from memories where key_id = $1 and id in ('m0', 'm1') for key share),
        link as (insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
          select key_id, 'l', 'm0', 'm1', 'contradicts', 1, '{"note": "a secret"}', 0, 0 from held limit 1)
        insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, status, detected_at)
          select key_id, 'c', user_id, agent_id, 'm0', 'm1', 'stated', 1, '', 'open', 0 from held limit 1`;
      assert.equal((await during(service.place, linking, [keyId], () => remove(service, key))).status, 200);
      assert.deepEqual([await rows('links'), await rows('conflicts'), await rows('memories')], [0, 0, 0]);
    });

    onManyWriters(`leaves no event and no delivery if the user is ${way}`, async () => {
      const { service, key, keyId, rows } = await withAda();
      const { body } = await service.call('POST', '/memory/episodes/start', {
        key,
        body: { agent_id: 'a', user_id: 'ada' },
      });
      const appending = `with held as (update episodes set last_seq = 1, event_count = 1 where key_id = $1 and id = $2 returning *)
        insert into episode_events (key_id, episode_id, seq, id, user_id, type, created_at)
          select key_id, id, 1, 'event', user_id, 'note', 0 from held`;
      const ending = () => remove(service, key);
      assert.equal((await during(service.place, appending, [keyId, body.id], ending)).status, 200);
      assert.deepEqual([await rows('episodes'), await rows('episode_events')], [0, 0]);

      await service.call('POST', '/memory/subscribe', { key, body: { events: ['*'] } });
      const settling = `with held as (select * from subscriptions where key_id = $1 for update)
        insert into deliveries (key_id, subscription_id, seq, lane, kind, user_id, at, data, status, attempts)
          select key_id, id, 1, 'ada', 'memory.stored', 'ada', 0, '{}', 'pending', 1 from held`;
      assert.equal((await during(service.place, settling, [keyId], () => remove(service, key))).status, 200);
      assert.equal(await rows('deliveries'), 0);
    });
  }

  onManyWriters('holds up no webhook of the key while the user is forgotten', async () => {
    const { service, key, keyId, rows } = await withAda(few);
    await service.call('POST', '/memory/subscribe', { key, body: { events: ['*'] } });
    const client = new pg.Client(service.place.databaseUrl);
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`select 1 from memories where key_id = $1 and id = 'm1' for update`, [keyId]);
      let isOver = false;
      const forgetting = service.call('DELETE', '/memory/forget', { key, query: { user_id: 'ada' } }).finally(() => {
        isOver = true;
      });
      await waitedFor(client, () => isOver);
      assert.equal(isOver, false);
      const free = await rowsOf(service.place, 'select id from subscriptions where key_id = ? for update skip locked', [
        keyId,
      ]);
      assert.equal(free.length, 1);
      await client.query('commit');
      assert.deepEqual([(await forgetting).status, await rows('memories')], [200, 0]);
    } finally {
      await client.end();
    }
  });

  onManyWriters('leaves no journal line of it', async () => {
    const { service, key, keyId } = await withAda(few);
    const changing = `with held as (update memories set importance = 1 where key_id = $1 and id = 'm1' returning *)
      insert into journal (key_id, user_id, agent_id, subject, kind, at, data)
        select key_id, user_id, agent_id, id, 'memory.feedback', 0, '{}' from held`;
    await during(service.place, changing, [keyId], () => service.call('DELETE', '/users/ada/memories', { key }));
    const lines = await rowsOf(service.place, 'select kind from journal where key_id = ? and user_id = ?', [
      keyId,
      'ada',
    ]);
    assert.deepEqual(lines, [{ kind: 'user.erased' }]);
  });

  onManyWriters('does not keep the user from being erased, however often it changes', async () => {
    const { service, key, keyId } = await withAda(many(8).map((one, i) => ({ ...one, id: `m${i}` })));
    const writers = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const client = new pg.Client(service.place.databaseUrl);
        await client.connect();
        await client.query('begin');
        const update = 'update memories set retrieval_count = 9 where key_id = $1 and id = $2';
        await client.query(update, [keyId, `m${i}`]);
        return client;
      }),
    );
    let isOver = false;
    const erasing = service.call('DELETE', '/users/ada/memories', { key }).finally(() => {
      isOver = true;
    });
    for (const client of writers) {
      await waitedFor(client, () => isOver);
      await client.query('commit');
      await client.end();
    }
    const { status, body } = await erasing;
    assert.deepEqual([status, body.receipt?.counts.memories], [200, 8]);
  });

  onManyWriters('is not written if the memory is forgotten first', async () => {
    const { service, key, keyId, rows } = await withAda();
    const stored = await service.call('POST', '/memory/procedures', {
      key,
      body: { user_id: 'ada', agent_id: 'a', name: 'Make tea', steps: ['Boil the water'] },
    });
    const { procedures } = (await service.call('GET', '/users/ada/memories', { key })).body;
    await rowsOf(service.place, 'delete from procedures where key_id = ?', [keyId]);
    const forgetting = 'delete from memories where key_id = $1 and id = $2';
    await during(service.place, forgetting, [keyId, stored.body.id], () => imported(service, key, { procedures }));
    assert.equal(await rows('procedures'), 0);

    const [part, whole] = ['m0', 'm1'];
    await imported(service, key, {
      memories: few,
      links: [{ from: part, to: whole, relationship: 'part_of', automatic: true, metadata: { strategy: 'merge' } }],
    });
    await rowsOf(service.place, 'update memories set superseded_by = ? where id = ?', [whole, part]);
    await rowsOf(service.place, 'delete from memory_vectors where key_id = ?', [keyId]);
    const vectors = packVectors(MODEL, [new Float32Array(384).fill(0.05)]);
    await during(service.place, forgetting, [keyId, whole], () =>
      service.database.tenant(keyId).run(attachVectors, { id: part, version: 1, vectors, traits: null, now: 0 }),
    );
    const made = await rowsOf(service.place, 'select memory_id from memory_vectors where model = ?', [MODEL]);
    assert.deepEqual(made, [{ memory_id: part }]);
  });
});
