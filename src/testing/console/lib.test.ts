import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { wordDiff } from '../../console/lib/diff.js';
import { filtersFrom, queryOfFilters } from '../../console/lib/filters.js';
import { windowOf } from '../../console/lib/rows.js';
import { snippetOf } from '../../console/lib/snippets.js';
import { runsOf, termsOf, wordsMissing } from '../../console/lib/text.js';
import { scaleOf, waterfall } from '../../console/lib/waterfall.js';

const BUILT = fileURLToPath(new URL('../../../console/', import.meta.url));
const FIRST_LOAD_BYTES = 120 * 1024;

describe('the console, without a browser', () => {
  it('loads at most 120 KB, compressed', () => {
    const page = readFileSync(`${BUILT}index.html`, 'utf8');
    const named = [...page.matchAll(/\/console\/(assets\/[^"]+)/g)].map(([, name]) => name as string);
    assert.equal(named.length, 3);
    const bytes = ['index.html', ...named].map((name) => statSync(`${BUILT}${name}.gz`).size);
    assert.ok(bytes.reduce((sum, size) => sum + size, 0) <= FIRST_LOAD_BYTES, `${bytes}`);
    for (const name of readdirSync(`${BUILT}assets`)) assert.match(name, /-[0-9a-f]{10}\.(js|css|svg)(\.br|\.gz)?$/);
    assert.doesNotMatch(page, /<style|style=|<script>|https?:/);
  });

  it('a word diff gives both texts back', () => {
    const text = fc
      .array(fc.constantFrom('Ada', ' ', 'sits', '\n', 'at', 'the', 'window', '.', 'é'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after);
        const joined = (without: string) =>
          pieces
            .filter(({ kind }) => kind !== without)
            .map((piece) => piece.text)
            .join('');
        assert.deepEqual([joined('added'), joined('removed')], [before, after]);
      }),
    );
    assert.deepEqual(wordDiff('on Tuesdays', 'on Wednesdays'), [
      { kind: 'same', text: 'on ' },
      { kind: 'removed', text: 'Tuesdays' },
      { kind: 'added', text: 'Wednesdays' },
    ]);
  });

  it('the bar of a score ends at the sum of its parts', () => {
    const parts = [
      { name: 'meaning', value: 0.5 },
      { name: 'superseded', value: -0.9 },
      { name: 'words', value: 0.25 },
      { name: 'time', value: 0 },
    ];
    const steps = waterfall(parts);
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['meaning', 'words', 'superseded'],
    );
    assert.ok(Math.abs((steps[2]?.to ?? 0) - -0.15) < 1e-9);
    assert.deepEqual(scaleOf([parts]).high, 0.75);
  });

  it('makes links of http and https alone, and marks the words of the question', () => {
    const runs = runsOf('See https://example.com/a. javascript:alert(1) [x](javascript:1) data:text/html,x');
    assert.deepEqual(
      runs.filter(({ href }) => href).map(({ href }) => href),
      ['https://example.com/a'],
    );
    assert.equal(
      runs.map(({ text }) => text).join(''),
      'See https://example.com/a. javascript:alert(1) [x](javascript:1) data:text/html,x',
    );
    const marked = runsOf('Ada sits by windows.', termsOf('Which window seat?')).filter((run) => run.marked);
    assert.deepEqual(
      marked.map(({ text }) => text),
      ['windows'],
    );
    assert.deepEqual(wordsMissing('Does Ada play cricket?', ['Ada sits by the window.']), ['play', 'cricket']);
  });

  it('writes calls without a key, and quotes what is in them', () => {
    const call = { operation: 'memory.update', input: { id: 'mem_1', content: "it's $HOME" } };
    assert.equal(
      snippetOf(call, 'curl', 'http://x'),
      `curl -X PATCH 'http://x/memory/mem_1' \\\n  -H "Authorization: Bearer $RECOLLECT_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"content":"it'\\''s $HOME"}'`,
    );
    assert.match(
      snippetOf(call, 'TypeScript', ''),
      /client\.memory\.update\(\{ id: "mem_1", content: "it's \$HOME" \}\)/,
    );
    assert.match(
      snippetOf({ operation: 'keys.mintChild', input: { name: 'x' } }, 'Python', ''),
      /client\.keys\.mint_child\(name="x"\)/,
    );
  });

  it('keeps filters in the address and draws only the rows that are seen', () => {
    const filters = {
      user_id: 'ada',
      tags: ['a', 'b'],
      min_importance: 3,
      include_superseded: true,
      metadata: { city: 'Rome' },
    };
    assert.deepEqual(filtersFrom(queryOfFilters(filters)), filters);
    assert.deepEqual(windowOf(100_000, 76, 76 * 500, 760), { first: 492, last: 518 });
    assert.deepEqual(windowOf(0, 76, 0, 760), { first: 0, last: 0 });
  });
});
