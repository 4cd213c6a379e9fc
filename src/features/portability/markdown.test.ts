import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldMarkdown, linkMarkdown } from './markdown.js';

test('a record of any kind is readable: short fields on a line, long texts and lists below', () => {
  const long = 'She came, saw the river, crossed it by the old bridge, and went home.';
  const text = heldMarkdown({
    id: 'ep_1',
    title: 'A walk',
    started_at: 0,
    outcome: null,
    metadata: {},
    event_count: 2,
    summary: long,
    steps: ['Open the door', 'Leave'],
    events: [{ id: 'evt_1', seq: 1 }],
  });
  const lines = [
    '### `ep_1`',
    'title `A walk` · started at 1970-01-01T00:00:00.000Z · event count 2',
    `summary:\n\n\`\`\`text\n${long}\n\`\`\``,
    'steps:\n\n1. `Open the door`\n2. `Leave`',
    'events:\n\n```json\n[\n  {\n    "id": "evt_1",\n    "seq": 1\n  }\n]\n```',
  ];
  assert.equal(text, `\n${lines.join('\n\n')}\n`);
});

test('a record cannot break out of its block', () => {
  const evil = '\n# A heading\n```\n</code>';
  const text = heldMarkdown({ id: evil, title: evil, summary: `${evil}${'x'.repeat(80)}`, steps: [evil, '`'], at: 1 });
  let fence = '';
  const outside = text.split('\n').filter((line) => {
    const run = /^`{3,}(?=text$|json$|$)/.exec(line)?.[0] ?? '';
    if (!fence && run) fence = run;
    else if (fence && line === fence) fence = '';
    else return !fence;
    return false;
  });
  assert.ok(!outside.some((line) => line.startsWith('# ')), outside.join('\n'));
  assert.equal(
    linkMarkdown({ from: '`', to: 'b\n# c', relationship: 'part_of' }),
    '\n- `` ` `` `part_of` `b\\u000a# c`\n',
  );
});
