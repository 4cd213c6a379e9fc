import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { LIMITS } from '../../kernel/fields.js';
import { type Entry, exportText, type ImportResponse, sendLines } from './portability.test.kit.js';

/** Characters that are hard to serialize: escapes of six bytes, characters of four, and what ends a line or a text elsewhere. */
const CHARACTERS = ['\u0001', '"', '\\', '\n', '\u2028', '😀', '名', 'é', 'x', ' ', '{', '`'];
/** As long as allowed, or short. */
const text = (most: number) =>
  fc.tuple(fc.constantFrom(...CHARACTERS), fc.constantFrom(1, 3, most), fc.nat(99)).map(([character, length, n]) => {
    const end = ` ${n}`;
    return most <= end.length ? 'x' : `${character.repeat(Math.max(1, length - end.length))}${end}`;
  });
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('ann', 'bob') },
  { weight: 1, arbitrary: text(LIMITS.name) },
);
/** Metadata up to the last byte allowed. */
const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { in: nested(levels - 1) });
const metadata = fc.oneof(
  fc.dictionary(text(20), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 4 }),
  fc.constant({ a: 'x'.repeat(LIMITS.metadataBytes - 8) }),
  fc.constant(nested(LIMITS.depth - 1)), // the body of a store adds one level
  fc.constantFrom(...CHARACTERS).map((character) => {
    const bytes = Buffer.byteLength(JSON.stringify(character)) - 2;
    return { [character]: character.repeat(Math.floor((LIMITS.metadataBytes - 7 - bytes) / bytes)) };
  }),
);
const tags = fc.oneof(
  fc.array(text(LIMITS.tag), { maxLength: 5 }),
  fc.constant(Array.from({ length: LIMITS.tags }, (_, i) => `${'名'.repeat(LIMITS.tag - 2)}${i}`)),
);
const time = fc.constantFrom(-8_640_000_000_000_000, 0, 1_700_000_000_000, 8_640_000_000_000_000);
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const agent_id = name;
const labels = { metadata: some(metadata), tags: some(tags) };
const memory = fc.record({
  ...{ user_id: name, agent_id, ...labels, importance: fc.double({ min: 0, max: 10, noNaN: true }) },
  content: fc.oneof(
    fc.constantFrom('Said before', 'Said again', 'I live in Rome', 'I live in Oslo'),
    text(LIMITS.content),
  ),
  namespace: some(text(LIMITS.namespace)),
  kind: fc.constantFrom('semantic', 'episodic', 'procedural', 'working', 'emotional'),
  valid_from: some(time),
  dedupe: fc.boolean(),
  ttl_seconds: some(fc.constantFrom(0.001, 315_360_000)),
});
const which = fc.nat(1_000);
const post = <T extends object>(path: string, body: fc.Arbitrary<T>) =>
  fc.tuple(body, which, which).map(([given, one, other]) => ({ method: 'POST', path, body: given, one, other }));

/** `<memory>` and the like are placeholders for something that exists. */
const action = fc.oneof(
  post('/memory/store', memory),
  post('/memory/store', memory),
  post('/memory/batch', fc.record({ memories: fc.array(memory, { minLength: 1, maxLength: 3 }) })),
  post(
    '/memory/<memory>',
    fc.record({ ...labels, content: some(text(500)), valid_until: some(fc.constant(null)) }),
  ).map((made) => ({ ...made, method: 'PATCH' })),
  post(
    '/memory/graph/link',
    fc.record({
      ...{ from: fc.constant('<memory>'), to: fc.constant('<other>'), metadata: some(metadata) },
      relationship: fc.constantFrom('supports', 'follows'),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  ),
  post(
    '/memory/episodes/start',
    fc.record({ agent_id, user_id: some(name), title: some(text(256)), metadata: some(metadata) }),
  ),
  post(
    '/memory/episodes/event',
    fc.record({
      ...{ episode_id: fc.constant('<episode>'), metadata: some(metadata) },
      content: text(20_000),
      type: text(64),
    }),
  ),
  post('/memory/episodes/end', fc.record({ episode_id: fc.constant('<episode>'), summary: some(text(20_000)) })),
  post(
    '/memory/procedures',
    fc.record({
      ...{ agent_id, user_id: some(name), ...labels, name: fc.constantFrom('Soup', 'Bread') },
      steps: fc.oneof(
        fc.array(text(50), { minLength: 1, maxLength: 3 }),
        fc.constant(Array(64).fill(`${'\u0001'.repeat(999)}x`)),
      ),
      description: some(text(4_000)),
      trigger: some(text(8_000)),
    }),
  ),
  post('/memory/procedures/<procedure>/outcome', fc.record({ outcome: fc.constantFrom('success', 'failure') })),
  post('/memory/emotional', fc.record({ user_id: name, agent_id, text: text(20_000), note: some(text(2_000)) })),
  post(
    '/memory/transfer',
    fc.record({ user_id: name, from_agent: name, to_agent: name, mode: fc.constantFrom('copy', 'move') }),
  ),
  post(
    '/memory/compress',
    fc.record({ user_id: name, agent_id, keep: fc.constant(0), strategy: fc.constantFrom('merge', 'summarize') }),
  ),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

const KINDS = ['memories', 'links', 'episodes', 'procedures', 'emotional'];

async function live(service: TestService, key: string, actions: readonly Action[]): Promise<number> {
  const known: Record<string, string[]> = { mem: [], ep: [], proc: [] };
  let done = 0;
  for (const { method, path, body, one, other } of actions) {
    const pick = (kind: string, n: number) => known[kind]?.[n % (known[kind]?.length || 1)] ?? 'none';
    const named = (given: string) =>
      given
        .replaceAll('<memory>', pick('mem', one))
        .replaceAll('<other>', pick('mem', other))
        .replaceAll('<episode>', pick('ep', known.ep?.length ? known.ep.length - 1 : 0))
        .replaceAll('<procedure>', pick('proc', one));
    const response = await service.call(method, named(path), { key, body: named(JSON.stringify(body)) });
    assert.ok(response.status < 500, JSON.stringify(response.body).slice(0, 500));
    if (response.status < 300) done++;
    for (const id of [response.body.id, ...(response.body.ids ?? [])]) known[String(id).split('_')[0] ?? '']?.push(id);
  }
  return done;
}

/** Without what a copy derives from its texts again. */
const comparable = (document: Entry) =>
  KINDS.map((kind) => [kind, (document[kind] as Entry[]).map(({ category, risk, ...rest }) => rest)]);

onBothEngines('an export of anything that can be created', (start) => {
  it('is imported completely, as JSON and as lines, and the next export is the same', async () => {
    const service = await start({ background: false });
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 25, maxLength: 40 }), async (actions) => {
        const [from, json, lines] = [await service.mint(), await service.mint(), await service.mint()];
        done += await live(service, from.key, actions);
        const exported = async (key: string, format = 'json') => exportText(service, key, format);
        const before = await exported(from.key);
        const figures = ({ error_count, errors, duplicates }: ImportResponse) => ({ error_count, errors, duplicates });
        const clean = { error_count: 0, errors: [], duplicates: 0 };
        const whole = await service.call('POST', '/memory/import', { key: json.key, body: before });
        assert.deepEqual(figures(whole.body), clean);
        const streamed = await sendLines(service, lines.key, await exported(from.key, 'ndjson'));
        assert.deepEqual(figures(streamed.body), clean);
        for (const { key } of [json, lines]) {
          assert.deepEqual(comparable(JSON.parse(await exported(key))), comparable(JSON.parse(before)));
        }
      }),
      {
        numRuns: Number(process.env.RECOLLECT_TEST_RUNS ?? 2),
        seed: Number(process.env.RECOLLECT_TEST_SEED ?? 7),
        endOnFailure: true,
      },
    );
    assert.ok(done > 30, `${done} calls created something`);
  });
});
