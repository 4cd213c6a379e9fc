import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotedIn } from './quoted.js';

test('a response quotes every record that it names, at any depth, if it holds a text', () => {
  const conflict = { id: 'cnf_1', memory_a: { id: 'mem_2', content: 'No.' }, existing_memory_id: 'mem_2' };
  const stored = { id: 'mem_1', user_id: 'ann', agent_id: 'coder', content: 'Yes.', conflicts: [conflict] };
  assert.deepEqual(quotedIn({ ...stored, metadata: { task_id: 'T1' } }), {
    ids: ['mem_1', 'cnf_1', 'mem_2'],
    memories: ['mem_2', 'mem_1'],
  });
  const summary = { summary: 'Much.', clusters: [{ from: 0, source_ids: ['mem_3', 'mem_4'] }], session_id: 's' };
  assert.deepEqual(quotedIn(summary), { ids: ['mem_3', 'mem_4'], memories: [] });
});

test('a response without a text quotes nothing', () => {
  for (const body of [
    { memory_id: 'mem_1', outcome: 'success', metadata: {}, summary: '' },
    { ids: ['mem_1', 'mem_2'], stored: 2 },
    null,
    [],
    'done',
  ])
    assert.deepEqual(quotedIn(body), { ids: [], memories: [] });
});
