import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { operations } from '../../../catalog.js';
import { defineOperation } from '../../../features/request.js';
import { describeForClients } from '../client-source/catalogue.js';
import { pythonMethod, pythonSource } from './source.js';
import { docstring } from './text.js';
import { PythonTypes, union } from './types.js';

const handler = () => Promise.reject(new Error('never called'));
const point = z.object({ x: z.number(), label: z.string().optional() });
const ODD = defineOperation({
  id: 'odd.pass',
  method: 'GET',
  path: '/odd/{id}',
  scope: 'read',
  group: 'Odd',
  summary: 'Say "odd"',
  description: 'One paragraph.\n\n- a list\n- with `\\` and """',
  input: z.object({ id: z.string(), from: z.number().optional(), until: z.string().nullable().optional() }),
  output: z.object({
    from: z.string(),
    in: z.string().optional(),
    places: z.array(point),
    here: point.nullable(),
    next_cursor: z.string().nullable(),
  }),
  handler,
});
const source = pythonSource([ODD]);

test('reserved words get an underscore, and camel case becomes snake case', () => {
  assert.deepEqual(pythonMethod('memory.import'), ['memory', 'import_']);
  assert.deepEqual(pythonMethod('memory.compressPreview'), ['memory', 'compress_preview']);
  assert.deepEqual(pythonMethod('memory.compress.undo'), ['memory', 'compress_undo']);
  assert.deepEqual(pythonMethod('health'), [null, 'health']);
  assert.match(source, /self\.pass_ = OddPassCall\(transport\)/);
  assert.match(source, /"from": from_, "until": until/);
});

test('null differs from an omitted field if both have a meaning', () => {
  assert.match(source, /from_: float \| None = None,\n/);
  assert.match(source, /until: str \| None \| NotGiven = NOT_GIVEN,\n/);
  assert.match(source, /PagedOperation\("GET", "\/odd\/\{id\}", nullable=frozenset\(\{"until"\}\), items="places"\)/);
});

test('fields with invalid names, and optional fields, get a separate base class', () => {
  assert.match(source, /_OddPassResponseBase = TypedDict\("_OddPassResponseBase", \{"from": str\}\)/);
  assert.match(source, /_OddPassResponseBase2 = TypedDict\("_OddPassResponseBase2", \{"in": str\}, total=False\)/);
  assert.match(source, /class OddPassResponse\(_OddPassResponseBase, _OddPassResponseBase2\):\n/);
  assert.match(source, /class OddPassResponsePlaces\(_OddPassResponsePlacesBase, total=False\):\n {4}label: str\n/);
  assert.match(source, / {4}here: OddPassResponseHere \| None\n/);
});

test('the same object under the same name becomes one class', () => {
  const types = new PythonTypes();
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  types.declare('One', { type: 'object', properties: { part: schema } });
  types.declare('Two', {
    type: 'object',
    properties: { part: { ...schema, description: 'Said here.' }, rest: schema },
  });
  assert.match(types.source, /class Two\(TypedDict, total=False\):\n {4}part: OnePart\n.*\n {4}rest: TwoRest\n/);
  assert.deepEqual(types.names, ['One', 'OnePart', 'Two', 'TwoRest']);
});

test('a union lists each type once, and keeps what is in brackets whole', () => {
  assert.equal(
    union(['int | None', 'None', 'List[int | None]', 'Dict[str, int | None]']),
    'int | None | List[int | None] | Dict[str, int | None]',
  );
  assert.equal(union(['int', 'Any']), 'Any');
});

test('a response in formats other than JSON is also text', () => {
  const text = { ...ODD, output: z.object({ a: z.string() }), streams: ['text/markdown'] };
  assert.match(pythonSource([text]), /-> OddPassResponse \| str:\n/);
  assert.doesNotMatch(source, /OddPassResponse \| str/);
});

test('descriptions are wrapped and cannot end their docstring', () => {
  assert.equal(docstring(['Say "odd"'], ''), '"""Say "odd" """\n');
  assert.ok(source.includes('- with `\\\\` and \\"\\"\\"'));
  const [first = '', ...rest] = docstring([`Args:\n    name: ${'word '.repeat(60)}`], '    ').split('\n');
  assert.equal(first, '    """Args:');
  assert.ok(rest.every((line) => line.length <= 110 && !/\s$/.test(line)));
  assert.ok(rest[1]?.startsWith('            word'));
});

test('both kinds of client have a method for every operation', () => {
  const { shown } = describeForClients(operations);
  const text = pythonSource(operations);
  assert.ok(shown.length > 80);
  for (const { operation } of shown) {
    const [group, method] = pythonMethod(operation.id);
    const found = text.match(new RegExp(`def ${method}\\(|self\\.${method} = `, 'g')) ?? [];
    assert.ok(found.length >= 2, `${group}.${method}`);
  }
});
