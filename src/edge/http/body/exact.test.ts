import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { onBothEngines } from '../../../../test/support/service.js';
import { roundedIntegers, roundingProblem } from './exact.js';

const rounded = (json: string) => [...roundedIntegers(Buffer.from(json))];

describe('integers that a parser rounds', () => {
  test('are found by their digits, whatever is around them', () => {
    for (const json of [
      '9007199254740993',
      '-9007199254740993',
      '{"a":9007199254740993}',
      '[1,9007199254740993 ]',
      '[[9007199254740993]]',
    ])
      assert.deepEqual(rounded(json), [9007199254740992], json);
    const exact = [
      '9007199254740991',
      '9007199254740992',
      '1e300',
      '1e16',
      '10000000000000000',
      '12345678901234567000',
    ];
    for (const json of [
      ...exact,
      '"9007199254740993"',
      '"\\"9007199254740993"',
      '0.12345678901234567',
      '1.5E0000000000000000001',
    ])
      assert.deepEqual(rounded(json), [], json);
    assert.deepEqual(rounded(`[${'9'.repeat(400)}]`), [], 'it is refused as too large');
  });

  test('are none in what JSON.stringify has written', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => rounded(JSON.stringify(value)).length === 0));
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => rounded(JSON.stringify(n)).length === 0),
    );
  });

  test('are all integers beyond 2^53 that come back different', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (n) => {
        const isKept = BigInt(Number(n)) === n || String(Number(n)) === String(n);
        assert.equal(rounded(`{"x":"a","n":${n}}`).length, isKept ? 0 : 1);
      }),
    );
  });

  test("matter where the caller's own values are stored, and nowhere else", () => {
    const problem = (json: string) => roundingProblem(Buffer.from(json), JSON.parse(json))?.field ?? null;
    assert.equal(problem('{"metadata":{"order":[{"id":9007199254740993}]}}'), 'metadata.order[0].id');
    assert.equal(problem('{"unknown":9007199254740993}'), null);
  });
});

onBothEngines('metadata', (start) => {
  it('with an integer that would lose digits is refused by its path, in small, large, line by line and MCP bodies', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const post = (path: string, body: string, headers = {}) => service.call('POST', path, { key, body, headers });
    const store = (number: string) =>
      post('/memory/store', `{"user_id":"ann","content":"An order","metadata":{"order":{"id":${number}}}}`);
    const refused = await store('9007199254740993');
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'metadata.order.id']);
    assert.match(refused.body.error.message, /`metadata\.order\.id` must not be an integer beyond/);
    for (const number of ['9007199254740991', '-9007199254740992', '1e300', '0.1234567890123456789'])
      assert.equal((await store(number)).status < 300, true, number);

    const entry = (i: number, id: string) =>
      `{"user_id":"ann","content":"Order ${i} ${'x'.repeat(1_000)}","metadata":{"id":${id}}}`;
    const entries = Array.from({ length: 90 }, (_, i) => entry(i, i === 80 ? '12345678901234567891' : '1'));
    const batch = await post('/memory/batch', `{"memories":[${entries.join(',')}]}`);
    assert.deepEqual([batch.status, batch.body.error.details[0].field], [400, 'memories[80].metadata.id']);

    const lines = await post('/memory/import', [entry(1, '1'), entry(2, '9007199254740993')].join('\n'), {
      'content-type': 'application/x-ndjson',
    });
    assert.equal(lines.body.imported, 1, JSON.stringify(lines.body));
    assert.match(lines.body.errors[0].message, /`metadata\.id` must not be an integer beyond/);

    const working = await post('/memory/working', '{"session_id":"s","content":[9007199254740993]}');
    assert.deepEqual([working.status, working.body.error.details[0].field], [400, 'content[0]']);
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store_memory","arguments":
      {"user_id":"ann","content":"An order","metadata":{"id":9007199254740993}}}}`;
    const rpc = await post('/mcp', call);
    assert.deepEqual([rpc.status, rpc.body.error.code], [400, -32602]);
    assert.match(rpc.body.error.message, /^`metadata\.id` must not be/);
  });
});
