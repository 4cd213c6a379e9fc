import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { bytesText, shareOf } from '../../src/console/lib/amounts.js';
import { wordDiff } from '../../src/console/lib/diff.js';
import { detailsOf, eventFiltersFrom, KEPT, queryOfEventFilters, withNews } from '../../src/console/lib/events.js';
import { filtersFrom, queryOfFilters } from '../../src/console/lib/filters.js';
import { entriesOf, isLine, linesIn, PIECE_LINES, piecesOf } from '../../src/console/lib/pieces.js';
import { windowOf } from '../../src/console/lib/rows.js';
import { snippetOf } from '../../src/console/lib/snippets.js';
import { runsOf, termsOf, wordsMissing } from '../../src/console/lib/text.js';
import { scaleOf, waterfall } from '../../src/console/lib/waterfall.js';

const BUILT = fileURLToPath(new URL('../../console/', import.meta.url));
const FIRST_LOAD_BYTES = 120 * 1024;

describe('the console, without a browser', () => {
  it('loads at most 120 KB, compressed', () => {
    const page = readFileSync(`${BUILT}index.html`, 'utf8');
    const named = [...page.matchAll(/\/console\/(assets\/[^"]+)/g)].map(([, name]) => name as string);
    assert.equal(named.length, 3);
    const main = named.find((name) => name.endsWith('.js')) as string;
    // Modules imported on demand are loaded later.
    const atOnce = [...readFileSync(`${BUILT}${main}`, 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)];
    const first = ['index.html', ...named, ...atOnce.map(([, name]) => `assets/${name}`)];
    const bytes = first.map((name) => statSync(`${BUILT}${name}.gz`).size);
    assert.ok(bytes.reduce((sum, size) => sum + size, 0) <= FIRST_LOAD_BYTES, `${bytes}`);
    for (const name of readdirSync(`${BUILT}assets`))
      assert.match(name, /-([0-9a-f]{10}|[0-9A-Z]{8})\.(js|css|svg)(\.br|\.gz)?$/);
    assert.doesNotMatch(page, /<style|style=|<script>|https?:/);
  });

  it('a word diff restores both texts', () => {
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

  it('links only http and https URLs, and highlights the words of the question', () => {
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

  it('writes snippets without the key, and quotes their values', () => {
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

  it('writes snippets for the event stream and for a file of JSON lines', () => {
    const stream = { operation: 'events', input: { user_id: 'ada' } };
    assert.match(snippetOf(stream, 'curl', 'http://x'), /^curl -N 'http:\/\/x\/memory\/events\?user_id=ada'/);
    assert.match(
      snippetOf(stream, 'TypeScript', ''),
      /for await \(const event of client\.events\(\{ user_id: "ada" \}\)\)/,
    );
    assert.match(snippetOf(stream, 'Python', ''), /for event in client\.events\(user_id="ada"\):/);
    const lines = { operation: 'memory.import', input: { dry_run: true }, file: "it's.ndjson" };
    assert.match(
      snippetOf(lines, 'curl', 'http://x'),
      /import\?dry_run=true'[\s\S]*--data-binary @'it'\\''s\.ndjson'$/,
    );
    assert.match(snippetOf(lines, 'Python', ''), /client\.memory\.import_\(memories=entries, dry_run=True\)/);
  });

  it('reads known event types from a URL, and keeps a limited number of events, newest first', () => {
    const filters = { events: ['memory.stored' as const], user_id: 'a&b', agent_id: 'c' };
    assert.deepEqual(eventFiltersFrom(queryOfEventFilters(filters)), filters);
    assert.deepEqual(eventFiltersFrom(new URLSearchParams('events=invented,memory.stored')).events, ['memory.stored']);
    const event = (n: number) => ({ id: `${n}` });
    const rows = withNews([event(2), event(1)], [event(3), event(4)]);
    assert.deepEqual(rows, [event(4), event(3), event(2), event(1)]);
    assert.equal(
      withNews(
        rows,
        Array.from({ length: 2 * KEPT }, (_, n) => event(n)),
      ).length,
      KEPT,
    );
    const details = detailsOf({ id: '', type: '', timestamp: '', data: { memory_id: 'm', memory: null, count: 2 } });
    assert.deepEqual([details.memoryId, details.content, details.more], ['m', null, 'count 2']);
  });

  it('splits a file into pieces without losing a line, from any starting line', async () => {
    async function* chunked(text: string, size: number) {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1_300 }),
        fc.nat({ max: 1_300 }),
        fc.integer({ min: 1, max: 999 }),
        async (count, from, size) => {
          const lines = Array.from({ length: count }, (_, n) => `{"n":${n}}`);
          const sent: string[] = [];
          let next = from;
          for await (const { first, lines: held, body } of piecesOf(linesIn(chunked(lines.join('\r\n'), size)), from)) {
            assert.ok(first === next && held <= PIECE_LINES && body.endsWith('\n'));
            next += held;
            sent.push(...body.trimEnd().split('\n'));
          }
          assert.deepEqual(sent, lines.slice(from));
        },
      ),
      { numRuns: 50 },
    );
    assert.deepEqual(
      [isLine('{"content":"x"}'), isLine('{"memories":[]}'), isLine('{'), isLine('[1]')],
      [true, false, false, false],
    );
    assert.deepEqual(
      entriesOf({ format: 'recollect.export.v1', memories: [{ a: 1 }], links: [{ b: 2 }], other: [3] }),
      ['{"type":"memory","a":1}', '{"type":"link","b":2}'],
    );
    assert.deepEqual([entriesOf([{ a: 1 }]), entriesOf({ a: 1 }), entriesOf('x')], [['{"a":1}'], undefined, undefined]);
  });

  it('formats amounts for people', () => {
    assert.deepEqual(
      [bytesText(1), bytesText(1_023), bytesText(1_536), bytesText(5 * 1024 ** 3)],
      ['1 byte', '1023 bytes', '1.5 KB', '5 GB'],
    );
    assert.deepEqual([shareOf(0, 10), shareOf(1, 1_000), shareOf(5, 10), shareOf(20, 10)], [0, 1, 50, 100]);
  });

  it('keeps filters in the URL and draws only the visible rows', () => {
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
