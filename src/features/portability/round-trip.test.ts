import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { plant } from '../../../test/support/plant.js';
import { onBothEngines } from '../../../test/support/service.js';
import { isBlank } from '../../kernel/blank.js';
import {
  type Entry,
  type Exported,
  exported,
  exportText,
  type ImportResponse,
  imported,
  sendLines,
} from './portability.test.kit.js';

const HOSTILE = [
  '"',
  '\\',
  '\n',
  '\r\n',
  '\u2028',
  '```',
  '</memory>',
  '{"type":"end","count":0}',
  '\u0001',
  '\u202e',
  '😀',
  'é',
  "'; drop table memories; --",
  '__proto__',
  '名',
];
const text = (maxLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ minLength: 1, maxLength: 6 })), {
      minLength: 1,
      maxLength,
    })
    .map((parts) => parts.join('').replaceAll('\0', ''))
    .filter((value) => value.length > 0);
const name = text(3).map((value) => [...value].slice(0, 60).join(''));
const time = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const memory = fc.record({
  id: maybe(name),
  user_id: fc.oneof(fc.constantFrom('ada', 'bob'), name),
  agent_id: fc.oneof(fc.constantFrom('one', 'two'), name),
  // A few fixed texts besides the random ones, so that the same content occurs twice.
  content: fc.oneof(
    fc.constantFrom('Said before', 'Said again'),
    text(30).filter((value) => !isBlank(value)),
  ),
  kind: fc.constantFrom('semantic', 'episodic', 'procedural', 'working', 'emotional'),
  metadata: fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
  namespace: fc.oneof(fc.constant('default'), name),
  importance: maybe(fc.double({ min: 0, max: 10, noNaN: true })),
  importance_estimated: fc.boolean(),
  tags: fc.array(name, { maxLength: 4 }),
  outcome: fc.constantFrom('success', 'failure', 'unknown'),
  outcome_score: fc.double({ min: 0, max: 1, noNaN: true }),
  valid_from: maybe(time),
  valid_until: maybe(time),
  expires_at: maybe(time),
  verified_at: maybe(time),
  retrieval_count: fc.nat(),
  last_retrieved_at: maybe(time),
  superseded_by: maybe(name),
  version: fc.integer({ min: 1, max: 1_000 }),
  dedupe: fc.boolean(),
  created_at: maybe(time),
  updated_at: maybe(time),
});

/** Expired memories are included: the sweep must not remove them in between. */
const WITHOUT_SWEEPS = { background: false };

onBothEngines('export and import', (start) => {
  it('restore the same memories under another key, as JSON and as lines', async () => {
    const service = await start(WITHOUT_SWEEPS);
    const runs = { numRuns: 25 };
    await fc.assert(
      fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 25 }), async (memories) => {
        const [first, second, third] = [await service.mint(), await service.mint(), await service.mint()];
        const response = await imported(service, first.key, { source: 'recollect', memories });
        assert.equal(response.error_count, 0, JSON.stringify(response.errors));
        assert.equal(response.imported + response.duplicates, memories.length);
        const before = await exported(service, first.key);
        assert.equal(before.count, response.imported);

        const copy = await imported(service, second.key, { ...before });
        assert.deepEqual([copy.imported, copy.duplicates], [before.count, 0]);
        assert.deepEqual((await exported(service, second.key)).memories, before.memories);

        const lines = await exportText(service, second.key, 'ndjson');
        assert.deepEqual((await sendLines(service, third.key, lines)).body.imported, before.count);
        assert.deepEqual((await exported(service, third.key)).memories, before.memories);

        const again = await imported(service, third.key, { ...before });
        assert.deepEqual([again.imported, again.duplicates], [0, before.count]);
        assert.deepEqual((await exported(service, third.key)).memories, before.memories);
      }),
      runs,
    );
  });

  it('keep what the service itself wrote: changed, copied, not yet valid and expired memories', async () => {
    const service = await start(WITHOUT_SWEEPS);
    const [from, to] = [await service.mint(), await service.mint()];
    const store = async (body: object) =>
      (await service.call('POST', '/memory/store', { key: from.key, body: { user_id: 'ada', ...body } })).body;
    const first = await store({ content: 'Ada lives in London', tags: ['home'] });
    await store({ content: 'Ada lives in London', dedupe: false });
    await store({ content: 'Not true yet', valid_from: '2090-01-01' });
    await store({ content: 'Soon gone', ttl_seconds: 0.001 });
    await service.call('PATCH', `/memory/${first.id}`, { key: from.key, body: { importance: 9, metadata: { a: 1 } } });
    await service.call('POST', '/memory/batch', {
      key: from.key,
      body: {
        memories: [
          { user_id: 'bob', content: 'One of two' },
          { user_id: 'bob', content: 'Two of two' },
        ],
      },
    });
    const before = await exported(service, from.key);
    assert.equal(before.count, 6);
    await imported(service, to.key, { ...before });
    assert.deepEqual((await exported(service, to.key)).memories, before.memories);
    // The memory that holds the dedupe key still holds it.
    const again = await service.call('POST', '/memory/store', {
      key: to.key,
      body: { user_id: 'ada', content: 'Ada lives in London' },
    });
    assert.deepEqual([again.status, again.body.id], [200, first.id]);
    const found = await service.call('GET', '/memory/retrieve', {
      key: to.key,
      query: { q: 'where does Ada live in London?', user_id: 'ada' },
    });
    assert.equal(found.body.results[0].content, 'Ada lives in London');
  });

  it('carry every kind of record, as JSON and as lines, and add nothing the second time', async () => {
    const service = await start(WITHOUT_SWEEPS);
    const [from, json, lines] = [await service.mint(), await service.mint(), await service.mint()];
    await plant(service, { key: from.key, user: 'ann', agent: 'one', text: 'Ann Archer' });
    const kinds = ['links', 'episodes', 'procedures', 'emotional'] as const;
    const before = (await exported(service, from.key)) as Exported & Record<string, Entry[]>;
    assert.ok(before.links.length > 0);
    const figures = (response: ImportResponse & Record<string, unknown>) => kinds.map((kind) => response[kind]);
    const sizes = kinds.map((kind) => before[kind]?.length);
    assert.deepEqual(figures({ ...(await imported(service, json.key, { ...before })) }), sizes);
    const text = await exportText(service, from.key, 'ndjson');
    assert.deepEqual(figures((await sendLines(service, lines.key, text)).body), sizes);
    for (const { key } of [json, lines]) {
      const after = await exported(service, key);
      for (const kind of ['memories', ...kinds]) {
        assert.deepEqual((after as unknown as Record<string, Entry[]>)[kind], before[kind], kind);
      }
      const again = await imported(service, key, { ...before });
      assert.deepEqual([again.imported, again.error_count, ...figures({ ...again })], [0, 0, 0, 0, 0, 0]);
      assert.deepEqual([again.duplicates, again.skipped], [before.count, before.count]);
    }
    const readable = await exportText(service, from.key, 'markdown');
    for (const kind of kinds) {
      const title = `# ${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      assert.equal(readable.includes(`\n${title}\n`), (before[kind]?.length ?? 0) > 0, title);
    }
  });

  it('give another user or agent of the same key copies under new ids, with links between them, and once', async () => {
    const service = await start(WITHOUT_SWEEPS);
    const { key } = await service.mint();
    await plant(service, { key, user: 'ann', agent: 'one', text: 'Ann Archer' });
    const kinds = ['memories', 'links', 'episodes', 'procedures', 'emotional'] as const;
    const of = async (query: Record<string, string>) =>
      (await exported(service, key, query)) as unknown as Record<string, Entry[]>;
    const [before, bobs] = [await of({ user_id: 'ann' }), { ...(await of({ user_id: 'ann' })), user_id: 'bob' }];
    const dry = await imported(service, key, { ...bobs, dry_run: true });
    const copied = await imported(service, key, bobs);
    const size = (kind: (typeof kinds)[number]) => before[kind]?.length ?? 0;
    for (const kind of kinds)
      assert.deepEqual(copied.counts[kind], { imported: size(kind), duplicates: 0, errors: 0 }, kind);
    assert.equal(dry.imported, size('memories'));
    const anns = await of({ user_id: 'ann' });
    for (const kind of kinds) assert.deepEqual(anns[kind], before[kind], kind);
    const after = await of({ user_id: 'bob' });
    for (const kind of kinds) assert.equal(after[kind]?.length, size(kind), kind);
    const ids = new Set(after.memories?.map(({ id }) => id));
    assert.ok(before.memories?.every(({ id }) => !ids.has(id)));
    const named = after.episodes?.flatMap(({ events, summary_memory_id }) => [
      ...(events as Entry[]).map(({ id }) => id),
      ...(summary_memory_id ? [summary_memory_id] : []),
    ]);
    const ends = after.links?.flatMap(({ from, to }) => [from, to]);
    assert.ok(
      [...(named ?? []), ...(ends ?? []), ...(after.procedures ?? []).map(({ id }) => id)].every((id) => ids.has(id)),
    );
    const text = (await exportText(service, key, 'ndjson'))
      .split('\n')
      .filter((line) => line.includes('"ann"'))
      .join('\n');
    for (const [query, again] of [
      ['?user_id=bob', await sendLines(service, key, text, '?user_id=bob')],
      ['', await sendLines(service, key, text)],
    ] as const)
      assert.deepEqual([again.body.imported, again.body.links, again.body.error_count], [0, 0, 0], query);
    const agents = await imported(service, key, { ...before, agent_id: 'two' });
    assert.ok(agents.imported > 0);
  });

  it('refuse invalid records of every kind, and import the others', async () => {
    const service = await start(WITHOUT_SWEEPS);
    const { key } = await service.mint();
    const wrong = [{ id: 'x', agent_id: 7, steps: { a: 1 }, metadata: 'no', started_at: [] }, { id: '' }, {}, 5];
    const more = { memories: [{ user_id: 'ada', content: 'Good' }] };
    const response = await imported(service, key, { ...more, episodes: wrong, procedures: wrong, emotional: wrong });
    assert.equal(response.imported, 1);
    const { counts } = response as unknown as { counts: Record<string, Record<string, number>> };
    const all = Object.values(counts).flatMap((figures) => Object.values(figures));
    assert.equal(
      all.reduce((sum, one) => sum + one, 0),
      13,
      'each entry is counted once',
    );
    assert.deepEqual(counts.memories, { imported: 1, duplicates: 0, errors: 3 }, 'with what is of no kind');
    assert.equal(response.skipped, 3);
    const document = (await exported(service, key)) as unknown as Record<string, Entry[]>;
    assert.deepEqual([document.episodes, document.procedures, document.emotional], [[], [], []]);
  });
});
