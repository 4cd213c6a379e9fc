import assert from 'node:assert/strict';
import { it } from 'node:test';
import { render, sql } from '../sql.js';
import { routedText } from './routed.js';

const routed = (query: ReturnType<typeof sql>) => routedText(query, render(query, 'postgres'));

it('names the tenant as one more value where two rows are of the same key', () => {
  const query = sql`select 1 from memories m left join links l on l.key_id = m.key_id and l.from_id = m.id
    where m.key_id = ${'k'} and exists (select 1 from episodes e where e.key_id = m.key_id and e.id = ${'e'})`;
  const text = routed(query);
  assert.match(text, /on l\.key_id = \$3 and m\.key_id = \$3 and l\.from_id = m\.id/);
  assert.match(
    text,
    /where m\.key_id = \$1 and exists \(.* where e\.key_id = \$3 and m\.key_id = \$3 and e\.id = \$2\)/,
  );
});

it('leaves a statement unchanged if it compares no keys', () => {
  const query = sql`select 1 from memories where key_id = ${'k'}`;
  assert.equal(routed(query), render(query, 'postgres'));
});
