import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../kernel/fields.js';
import { randomIds } from '../../../kernel/ids.js';
import { candidatesOf } from '../entry.js';
import { detect, FORMATS, type Source } from './index.js';

const SCOPE = { user_id: 'ada' };

/** What an entry becomes after validation, as the memories that would be stored. */
function become(source: Source, entry: JsonObject, scope: { user_id?: string } = SCOPE) {
  assert.equal(detect(entry), source, 'and it is recognised');
  const options = { source: undefined, scope, ids: randomIds(() => 0) };
  return candidatesOf({ index: 0, value: entry }, options).map((made) => {
    if (!('memory' in made)) return made;
    const { content, tags = [], metadata, ...rest } = made.memory.input;
    return { ...rest, id: made.memory.id, content, tags, metadata };
  }) as JsonObject[];
}
const subset = (actual: JsonObject | undefined, expected: JsonObject) =>
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, actual?.[name]])), expected);

describe('an entry of another service', () => {
  it('mem0: `memory` is the text, categories become tags, runs and apps go into the metadata', () => {
    const [one] = become(
      'mem0',
      {
        id: 'b7c0',
        memory: 'Prefers tea to coffee',
        user_id: 'carl',
        agent_id: null,
        app_id: 'chat',
        run_id: 'r1',
        hash: 'x',
        metadata: { mood: 'calm' },
        categories: ['food', 'preferences'],
        created_at: '2025-01-16T08:14:50.123456-07:00',
        updated_at: '2025-01-17T10:00:00Z',
        expiration_date: '2031-05-01',
      },
      {},
    );
    subset(one, {
      id: 'b7c0',
      user_id: 'carl',
      agent_id: 'default',
      content: 'Prefers tea to coffee',
      tags: ['food', 'preferences'],
      metadata: { mood: 'calm', mem0: { app_id: 'chat', run_id: 'r1' } },
      created_at: Date.parse('2025-01-16T15:14:50.123Z'),
      expires_at: Date.parse('2031-05-01'),
    });
  });

  it('Zep: a fact holds from `valid_at` to `invalid_at`', () => {
    const [one] = become('zep', {
      uuid: 'e1',
      name: 'LIVES_IN',
      fact: 'Ada lives in Lisbon',
      source_node_uuid: 'n1',
      target_node_uuid: 'n2',
      created_at: '2024-06-01T12:00:00Z',
      valid_at: '2024-05-01T00:00:00Z',
      invalid_at: '2025-02-01T00:00:00Z',
      episodes: ['x'],
    });
    subset(one, {
      id: 'e1',
      content: 'Ada lives in Lisbon',
      tags: ['LIVES_IN'],
      valid_from: Date.parse('2024-05-01'),
      valid_until: Date.parse('2025-02-01'),
      metadata: { zep: { relation: 'LIVES_IN', source: 'n1', target: 'n2', episodes: ['x'] } },
    });
    const [ended] = become('zep', {
      uuid: 'e2',
      fact: 'Odd',
      valid_at: '2025-01-02',
      invalid_at: '2025-01-01',
      rating: 0.8,
    });
    subset(ended, { valid_from: undefined, valid_until: Date.parse('2025-01-01'), importance: 8 });
  });

  it('Zep: messages are episodic, nodes say what something is', () => {
    const [said] = become('zep', { uuid: 'm1', role: 'Ada', role_type: 'user', content: 'See you on Monday' });
    subset(said, {
      kind: 'episodic',
      content: 'See you on Monday',
      metadata: { zep: { role: 'Ada', role_type: 'user' } },
    });
    const [node] = become('zep', { uuid: 'n1', name: 'Bode', labels: ['Cat'], summary: 'A cat of seven years' });
    subset(node, { content: 'Bode: A cat of seven years', tags: ['Cat'] });
  });

  it('the MCP memory server: an entity becomes one memory per observation, a relation becomes one memory', () => {
    const entity = {
      type: 'entity',
      name: 'Ada_L',
      entityType: 'person',
      observations: ['Speaks French', 'Born in 1815'],
    };
    const made = become('mcp-memory', entity);
    assert.deepEqual(
      made.map((one) => one.content),
      ['Ada_L: Speaks French', 'Ada_L: Born in 1815'],
    );
    subset(made[0], { tags: ['person'], metadata: { entity: 'Ada_L', entity_type: 'person' }, user_id: 'ada' });
    const relation = { type: 'relation', from: 'Ada_L', to: 'Babbage', relationType: 'works_with' };
    subset(become('mcp-memory', relation)[0], { content: 'Ada_L works with Babbage' });
    const bare = become('mcp-memory', { type: 'entity', name: 'Bode', entityType: 'cat', observations: [] });
    assert.deepEqual(
      bare.map((one) => one.content),
      ['Bode is a cat'],
    );
    assert.match(String(become('mcp-memory', entity, {})[0]?.problem), /user_id.*required/);
  });

  it('OpenMemory by mem0: deleted entries are skipped, archived ones are no longer true', () => {
    const line = {
      id: 'o1',
      content: 'Uses vim',
      metadata: { source_app: 'cursor' },
      created_at: '2025-03-01T00:00:00+00:00',
      updated_at: '2025-03-02T00:00:00+00:00',
      state: 'active',
      app: 'cursor',
      categories: ['tools'],
    };
    subset(become('openmemory', line)[0], {
      id: 'o1',
      tags: ['tools'],
      valid_until: undefined,
      metadata: { source_app: 'cursor', openmemory: { state: 'active', app: 'cursor' } },
    });
    subset(become('openmemory', { ...line, state: 'archived' })[0], { valid_until: Date.parse('2025-03-02') });
    assert.match(String(become('openmemory', { ...line, state: 'deleted' })[0]?.problem), /deleted/);
    const item = {
      id: 'o2',
      content: 'Uses emacs',
      created_at: 1_740_787_200,
      state: 'active',
      app_id: 'a',
      metadata_: {},
    };
    subset(become('openmemory', item)[0], { created_at: 1_740_787_200_000 });
  });

  it('OpenMemory with sectors: the sector is the kind, salience the importance', () => {
    const entry = {
      id: 'c1',
      user_id: 'carl',
      content: 'Felt glad about the launch',
      primary_sector: 'emotional',
      sectors: ['emotional', 'episodic'],
      tags: '["work","launch"]',
      meta: '{"a":1}',
      created_at: 1_771_225_550_440,
      updated_at: 1_771_225_550_441,
      last_seen_at: 1_771_225_550_442,
      salience: 0.42,
      decay_lambda: 0.01,
      version: 1,
    };
    subset(become('openmemory', entry, {})[0], {
      user_id: 'carl',
      kind: 'emotional',
      importance: 4.2,
      tags: ['work', 'launch'],
      last_retrieved_at: 1_771_225_550_442,
      metadata: { a: 1, openmemory: { sectors: ['emotional', 'episodic'] } },
    });
  });

  it('agentmemo: our own names; metadata and tags may be text, times may be in seconds', () => {
    const entry = {
      id: 'mem_1',
      user_id: 'carl',
      agent_id: 'bot',
      content: 'Likes jazz',
      importance: 7,
      namespace: 'music',
    };
    const given = { ...entry, metadata: '{"k":"v"}', tags: 'a, b', created_at: 1_740_787_200, memory_type: 'episodic' };
    subset(become('agentmemo', given, {})[0], {
      ...entry,
      metadata: { k: 'v' },
      tags: ['a', 'b'],
      kind: 'episodic',
      created_at: 1_740_787_200_000,
    });
    subset(become('recollect', { ...entry, metadata: { k: 1 }, tags: ['a'], created_at: '2025-03-01' }, {})[0], {
      tags: ['a'],
    });
  });

  it('that does not match its source is reported, never thrown', () => {
    const odd: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { type: 7 },
      { observations: 'x', name: 3 },
      { memory: {} },
      { fact: '' },
    ];
    for (const value of odd) {
      for (const source of Object.keys(FORMATS) as Source[]) {
        const options = { source, scope: {}, ids: randomIds(() => 0) };
        for (const made of candidatesOf({ index: 3, value }, options)) assert.equal('problem' in made && made.index, 3);
      }
    }
  });
});
