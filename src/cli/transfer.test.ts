import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fillEverything } from '../../test/support/fill-everything.js';
import { startTestService, type TestService } from '../../test/support/service.js';
import { startCommand } from './cli-child.test.kit.js';

describe('recollect export and import', () => {
  let service: TestService;
  let cwd = '';
  before(async () => {
    service = await startTestService('sqlite', { background: false });
    cwd = await mkdtemp(join(tmpdir(), 'recollect-cli-'));
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(cwd, { recursive: true });
  });
  const run = (args: string[], key: string, env: Record<string, string> = {}) =>
    startCommand(cwd, args, { RECOLLECT_URL: service.url, RECOLLECT_KEY: key, ...env }).ended;
  const memoriesOf = async (key: string) => (await service.call('GET', '/memory/export', { key })).body.memories;
  const newKey = async () => (await service.mint()).key;

  it('carry memories from key to key in every format that can be imported', async () => {
    const from = await newKey();
    const memories = Array.from({ length: 700 }, (_, i) => ({
      user_id: `u${i % 3}`,
      agent_id: `a${i}`,
      content: `Fact ${i}\n"quoted" {[`,
    }));
    await service.call('POST', '/memory/import', { key: from, body: { memories } });
    for (const file of ['all.json', 'all.ndjson']) {
      const out = await run(['export', '--out', file], from);
      assert.deepEqual([out.code, out.stdout], [0, '']);
      assert.match(out.stderr, /^Exported 700 memories in /);
      const to = await newKey();
      const back = await run(['import', file], to);
      assert.equal(back.code, 0, back.stderr);
      assert.match(back.stdout, /^Imported 700 memories, 0 duplicates, 0 errors in .* s\.\n$/);
      assert.deepEqual(await memoriesOf(to), await memoriesOf(from));
      assert.match((await run(['import', file], to)).stdout, /^Imported 0 memories, 700 duplicates/);
    }
    assert.deepEqual(
      (await readdir(cwd)).filter((name) => name.endsWith('.part')),
      [],
    );
    await run(['export', '--user', 'u1', '--out', 'notes.md'], from);
    assert.match(
      await readFile(join(cwd, 'notes.md'), 'utf8'),
      /^# Memories\n[\s\S]*## User `u1`[\s\S]*: 233 memories\.\n$/,
    );
    const printed = await run(['export', '--format', 'ndjson', '--user', 'u2'], from);
    assert.equal(printed.stdout.trimEnd().split('\n').length, 235);
  });

  it('says why an export cannot be written', async () => {
    const { code, stderr } = await run(['export', '--out', 'none/all.json'], await newKey());
    assert.equal(code, 1);
    assert.match(stderr, /^recollect: The export was interrupted: ENOENT: .*none\/all\.json.*\.\n$/m);
  });

  it('read files of other services: documents, lists and lines, gzipped, and from stdin', async () => {
    const files: Record<string, string | Buffer> = {
      'mem0.json': JSON.stringify({ results: [{ id: 'a', memory: 'Drinks tea', user_id: 'x' }] }, null, 2),
      'zep.json': JSON.stringify([{ uuid: 'b', fact: 'Lives in Lisbon' }]),
      'memory.jsonl': '{"type":"entity","name":"Bode","entityType":"cat","observations":["Sleeps a lot"]}\n',
      'graph.json': JSON.stringify({ entities: [], relations: [{ from: 'Ada', to: 'Bode', relationType: 'feeds' }] }),
      'memories.jsonl.gz': gzipSync('{"id":"c","content":"Uses vim","state":"active","app":"x"}\n'),
    };
    const key = await newKey();
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(cwd, name), content);
      const { code, stderr } = await run(['import', name, '--user', 'ada'], key);
      assert.equal(code, 0, `${name}: ${stderr}`);
    }
    const { child, ended } = startCommand(cwd, ['import', '-', '--user', 'ada'], {
      RECOLLECT_URL: service.url,
      RECOLLECT_KEY: key,
    });
    child.stdin.end('{"content":"From stdin"}\n');
    assert.equal((await ended).code, 0);
    const contents = (await memoriesOf(key)).map((one: { content: string }) => one.content).sort();
    const expected = [
      'Ada feeds Bode',
      'Bode: Sleeps a lot',
      'Drinks tea',
      'From stdin',
      'Lives in Lisbon',
      'Uses vim',
    ];
    assert.deepEqual(contents, expected);
  });

  it('report the same counts for one file, kind by kind', async () => {
    const [from, to] = [await newKey(), await newKey()];
    await fillEverything(service, from, 'counted');
    const { body } = await service.call('GET', '/memory/export', { key: from });
    const { memories, links } = body.counts;
    assert.ok(memories > 0 && links > 0);
    assert.deepEqual([body.count, body.memories.length, body.links.length], [memories, memories, links]);
    for (const file of ['kinds.json', 'kinds.ndjson']) {
      const out = await run(['export', '--out', file], from);
      const counts = /^Exported (.*) in /.exec(out.stderr)?.[1] ?? '';
      assert.ok(counts.startsWith(`${memories} memories, ${links} links, `), counts);
      const key = file === 'kinds.json' ? to : await newKey();
      assert.ok((await run(['import', file], key)).stdout.startsWith(`Imported ${counts}, 0 duplicates, 0 errors in `));
      const again = await run(['import', file], key);
      assert.match(
        again.stdout,
        new RegExp(`^Imported 0 memories, ${memories} duplicates, ${links} duplicate links, .*0 errors`),
      );
    }
  });

  it('say what a file that cannot be imported is, and what is allowed', async () => {
    const key = await newKey();
    const files: [string, string | Buffer, RegExp][] = [
      ['page.html', '<!DOCTYPE html>\n<html></html>', /page\.html is an HTML page/],
      ['feed.xml', '<?xml version="1.0"?><a/>', /an XML document/],
      ['random.bin', Buffer.from([1, 0, 255, 254, 0]), /a binary file/],
      ['broken.json', Buffer.from([0x7b, 0xff, 0xff, 0x7d]), /a binary file/],
      ['book.pdf', '%PDF-1.7 ', /a PDF document/],
      ['box.zip', Buffer.from('PK\x03\x04rest'), /a ZIP archive/],
      ['empty.json', '', /empty\.json is empty/],
      ['blank.ndjson', '\n \n', /is empty/],
      ['notes.md', '# Memories\n\n- one', /a Markdown document/],
      ['notes.txt', 'Ada lives in Rome.\n', /plain text/],
      ['lines.jsonl', 'a,b\n1,2\n', /plain text/],
      [
        'package.json',
        '{\n  "title": "x",\n  "version": "1"\n}\n',
        /a JSON object without a known field: it has title, version/,
      ],
      ['tables.json', '{"rows":[{"a":1}]}', /it has rows/],
      ['numbers.json', '[1, 2, 3]', /a JSON array without any object/],
      ['list.json', '[]', /an empty JSON array/],
      ['word.json', '"Ada"', /a single JSON value \(string\)/],
      ['unfilled.json', '{"results": []}', /no entries in unfilled\.json/],
    ];
    for (const [name, content, expected] of files) {
      await writeFile(join(cwd, name), content);
      const { code, stdout, stderr } = await run(['import', name], key);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [1, '', 2], `${name}: ${stderr}`);
      assert.match(stderr, expected);
      assert.match(stderr, /: allowed are JSON documents, JSON arrays and JSON Lines/);
    }
    await writeFile(join(cwd, 'cut.json.gz'), gzipSync('{"memories":[]}'.repeat(500)).subarray(0, 30));
    assert.match(
      (await run(['import', 'cut.json.gz'], key)).stderr,
      /^recollect: The file is gzipped but cannot be decompressed/,
    );
    await run(['export', '--out', 'nothing.json'], key);
    assert.match((await run(['import', 'nothing.json'], key)).stdout, /^Imported 0 memories, 0 duplicates, 0 errors/);
  });

  it('report errors in one line, with an exit code', async () => {
    const key = await newKey();
    await writeFile(join(cwd, 'bad.ndjson'), '{"content":1}\n{"user_id":"a","content":"ok"}\nnonsense\n');
    const bad = await run(['import', 'bad.ndjson'], key);
    assert.deepEqual([bad.code, bad.stderr.split('\n').length], [1, 3]);
    assert.match(bad.stderr, /^entry 1: .*\nentry 3: The line is not valid JSON\n$/);
    assert.match(bad.stdout, /^Imported 1 memory, 0 duplicates, 2 errors/);
    await writeFile(join(cwd, 'cut.json'), '{"memories":[{"user_id":"a","content":"x"},{"user_id"');
    assert.match((await run(['import', 'cut.json'], key)).stderr, /^recollect: The file ends in the middle/);
    assert.match((await run(['import', 'none.json'], key)).stderr, /^recollect: Cannot read none\.json: ENOENT\.\n$/);
    const refused = await run(['export', '--out', 'no.json'], 'rec_sk_wrong');
    assert.deepEqual([refused.code, refused.stderr.split('\n').length], [1, 2]);
    assert.match(refused.stderr, /^recollect: .* returned 401: /);
    const unreachable = await run(['export'], key, { RECOLLECT_URL: 'http://127.0.0.1:1' });
    assert.match(unreachable.stderr, /^recollect: Cannot reach http:\/\/127\.0\.0\.1:1: ECONNREFUSED\.\n$/);
    assert.equal((await run(['export'], '')).code, 2);
    assert.equal((await run(['export', '--format', 'csv'], key)).code, 2);
    assert.ok(!(await readdir(cwd)).includes('no.json'));
  });
});
