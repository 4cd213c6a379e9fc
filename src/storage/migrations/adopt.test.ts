import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { type EngineName, newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { wordColumns } from '../postgres/word-rows.js';
import { openSqlite } from '../sqlite/driver.js';

/** Undoes the migrations after 23, and after 19. */
const WITHOUT_LAST = 'drop table idempotency_quotes;';
const WITHOUT_LATER = `drop index episodes_untold; alter table episode_events drop column derive; ${WITHOUT_LAST}`;
const KEY_COLUMNS = ['parent_key_id', 'user_id', 'agent_id', 'namespace', 'client', 'audit'];

/** Turns a database into what releases before schema version 5 left behind. */
async function age(engine: EngineName, place: TestPlace): Promise<void> {
  if (engine === 'sqlite') {
    const db = openSqlite(join(place.folder, 'recollect.db'));
    for (const { name } of db.prepare("select name from sqlite_master where type = 'trigger'").all()) {
      db.exec(`drop trigger ${name}`);
    }
    db.exec(`drop table storage_use;
      create table memory_terms (key_id text not null, user_id text not null, memory_id text not null, length integer not null,
        terms text not null, primary key (key_id, user_id, memory_id)) without rowid;
      insert into memory_terms select key_id, user_id, id, terms_length, terms from memories;
      create table memory_sketches (key_id text not null, user_id text not null, band integer not null, memory_id text not null,
        primary key (key_id, user_id, band, memory_id)) without rowid;
      drop index memories_scope;
      alter table memories drop column sketch;
      alter table memories drop column terms;
      create index memories_scope on memories (key_id, user_id, created_at, id);
      alter table erasures drop column scrubbed_at;
      alter table conflicts drop column part;
      alter table memories drop column importance_estimated;
      drop index api_keys_children;
      ${KEY_COLUMNS.map((column) => `alter table api_keys drop column ${column};`).join(' ')}
      drop table oauth_grants;
      drop table console_sessions;
      drop table audit;
      drop index episodes_to_derive;
      drop index episodes_deriving;
      ${WITHOUT_LATER}
      alter table episodes drop column derive;
      alter table episodes drop column derived_seq;
      alter table episodes drop column derive_until;
      drop index emotional_of_user;
      alter table emotional_records drop column about;
      create index emotional_of_user on emotional_records (key_id);
      pragma user_version = 4`);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query(`create table memory_terms (key_id text collate "C" not null, user_id text collate "C" not null,
    term text collate "C" not null, memory_id text collate "C" not null, tf bigint not null, length bigint not null,
    primary key (key_id, user_id, term, memory_id))`);
  await client.query(`insert into memory_terms select key_id, user_id, split_part(word, ':', 1), memory_id,
    coalesce(nullif(split_part(word, ':', 2), ''), '1')::bigint, length from memory_words, unnest(string_to_array(terms, ' ')) as word`);
  await client.query(`create table memory_sketches (key_id text collate "C" not null, user_id text collate "C" not null, band bigint not null,
    memory_id text collate "C" not null, primary key (key_id, user_id, band, memory_id))`);
  await client.query('drop table memory_words');
  await client.query('alter table erasures drop column scrubbed_at');
  await client.query('alter table conflicts drop column part');
  await client.query('alter table memories drop column importance_estimated');
  await client.query('alter table emotional_records drop column about');
  for (const column of KEY_COLUMNS) await client.query(`alter table api_keys drop column ${column}`);
  await client.query('drop table oauth_grants');
  await client.query('alter table episodes drop column derive, drop column derived_seq, drop column derive_until');
  await client.query(WITHOUT_LATER);
  await client.query('drop table console_sessions');
  await client.query('drop table audit');
  await client.query('create index emotional_of_user on emotional_records (key_id)');
  await client.query('delete from schema_version where version >= 5');
  await client.query('delete from storage_use');
  await client.end();
}

async function storeFirst(engine: EngineName, place: TestPlace, text: string) {
  const before = await startTestService(engine, { place, background: false });
  const { key } = await before.mint();
  const store = (service: TestService, content: string) =>
    service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
  return { before, key, store, first: await store(before, text) };
}

describe('a database of an older release', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const skip = engine === 'postgres' && POSTGRES_SKIPPED;
    it(`keeps its memories, keyword search, duplicate detection and storage use (${engine})`, {
      skip,
    }, async () => {
      const place = await newPlace(engine);
      const text = 'The blue heron stands in the reeds behind the mill and waits for the evening';
      try {
        const { before, key, store, first } = await storeFirst(engine, place, text);
        assert.equal(first.body.importance_estimated, true);
        await store(before, 'Something else altogether');
        const used = async (service: TestService) =>
          (await service.call('GET', '/usage', { key })).body.storage.used_bytes;
        const kept = await used(before);
        await before.stop();
        await age(engine, place);

        const after = await startTestService(engine, { place, background: false });
        assert.equal(await used(after), kept);
        const again = await store(after, text);
        assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
        assert.equal(again.body.importance_estimated, false);
        const near = await store(after, `${text}.`);
        assert.equal(near.body.near_duplicate_of, first.body.id);
        const query = { user_id: 'ann', q: 'heron reeds', ranking: 'hybrid' };
        const { results } = (await after.call('GET', '/memory/retrieve', { key, query })).body;
        assert.match(results[0].content, /heron/);
        await after.stop();
      } finally {
        await place.remove();
      }
    });

    it(`gets new sketches if it has schema version 18 (${engine})`, { skip }, async () => {
      const place = await newPlace(engine);
      const text = 'The 14 herons stand in the reeds behind the mill and wait for the evening';
      try {
        const { before, store, first } = await storeFirst(engine, place, text);
        await before.stop();
        if (engine === 'sqlite') {
          const db = openSqlite(join(place.folder, 'recollect.db'));
          db.exec("update memories set sketch = x'00000000000000000000000000000000'; pragma user_version = 18");
          db.exec(WITHOUT_LATER);
          db.close();
        } else {
          const client = new pg.Client({ connectionString: place.databaseUrl });
          await client.connect();
          await client.query("update memory_words set bands = '{1,2,3,4}'");
          await client.query(WITHOUT_LATER);
          await client.query('delete from schema_version where version > 18');
          await client.end();
        }

        const after = await startTestService(engine, { place, background: false });
        assert.equal((await store(after, `${text}.`)).body.near_duplicate_of, first.body.id);
        assert.equal((await store(after, text.replace('14', '15'))).body.near_duplicate_of, null);
        await after.stop();
      } finally {
        await place.remove();
      }
    });

    it(`is searched by words with apostrophes, ligatures and groups of digits if it has schema version 23 (${engine})`, {
      skip,
    }, async () => {
      const place = await newPlace(engine);
      const text = "Le cadeau d'Amélie O'Neill de la Hauptstraße coûte 1.850 €";
      const before23 = 'cadeau d o de la hauptstraß coute 1 850 kiln:2';
      try {
        const { before, key } = await storeFirst(engine, place, text);
        await before.stop();
        if (engine === 'sqlite') {
          const db = openSqlite(join(place.folder, 'recollect.db'));
          db.exec(
            `update memories set terms = '${before23}', terms_length = 11; ${WITHOUT_LAST} pragma user_version = 23`,
          );
          db.close();
        } else {
          const client = new pg.Client({ connectionString: place.databaseUrl });
          await client.connect();
          const { rows } = await client.query<{ key_id: string; user_id: string }>('select * from memory_words');
          const { key_id = '', user_id = '' } = rows[0] ?? {};
          const { terms, marks, times } = wordColumns(key_id, user_id, before23);
          await client.query('update memory_words set terms = $1, marks = $2::bigint[], times = $3::smallint[]', [
            ...[terms, marks, times],
          ]);
          await client.query(WITHOUT_LAST);
          await client.query('delete from schema_version where version > 23');
          await client.end();
        }

        const after = await startTestService(engine, { place, background: false });
        for (const q of ['Amélie', "O'Neill", 'Hauptstrasse', '1850', 'kiln']) {
          const query = { user_id: 'ann', q, ranking: 'words' };
          assert.equal((await after.call('GET', '/memory/retrieve', { key, query })).body.results.length, 1, q);
        }
        await after.stop();
      } finally {
        await place.remove();
      }
    });
  }
});
