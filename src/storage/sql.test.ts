import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, raw, render, rows, type Sql, sql } from './sql.js';

const both = (query: Sql) => [render(query, 'sqlite'), render(query, 'postgres'), query.values];

test('text and values stay in step, fragments included', () => {
  const inner = sql`b = ${2} or c = ${3}`;
  assert.deepEqual(both(sql`select ${raw('a, b')} from t where a = ${1} and (${inner}) limit ${4}`), [
    'select a, b from t where a = ? and (b = ? or c = ?) limit ?',
    'select a, b from t where a = $1 and (b = $2 or c = $3) limit $4',
    [1, 2, 3, 4],
  ]);
});

test('one place in the code may get different fragments, or a value instead of one, each time', () => {
  const at = (first: Sql | number, second: Sql | number) => both(sql`${first}, ${second}`);
  const fragment = sql`f(${1})`;
  assert.deepEqual(at(fragment, 2), ['f(?), ?', 'f($1), $2', [1, 2]]);
  assert.deepEqual(at(3, fragment), ['?, f(?)', '$1, f($2)', [3, 1]]);
  assert.deepEqual(at(fragment, fragment), ['f(?), f(?)', 'f($1), f($2)', [1, 1]]);
  assert.deepEqual(at(4, 5), ['?, ?', '$1, $2', [4, 5]]);
  assert.deepEqual(at(fragment, 6), ['f(?), ?', 'f($1), $2', [1, 6]]);
});

test('rows of an insert have a placeholder for each value, whatever their number', () => {
  assert.equal(render(rows([[1, 2]]), 'sqlite'), '(?, ?)');
  assert.equal(
    render(
      rows([
        [1, null],
        ['a', 'b'],
      ]),
      'postgres',
    ),
    '($1, $2), ($3, $4)',
  );
  assert.deepEqual(rows([[1], [2], [3]]).values, [1, 2, 3]);
  assert.equal(render(rows([[1], [2], [3]]), 'sqlite'), '(?), (?), (?)');
});

test('a missing value is null, and joined fragments keep their order', () => {
  assert.deepEqual(sql`${undefined}`.values, [null]);
  assert.deepEqual(both(join([sql`a = ${1}`, raw('b'), sql`c = ${2}`], ' and ')), [
    'a = ? and b and c = ?',
    'a = $1 and b and c = $2',
    [1, 2],
  ]);
});
