import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { startCommand } from '../cli-child.test.kit.js';

describe('recollect import of notes and tables', () => {
  let service: TestService;
  let cwd = '';
  before(async () => {
    service = await startTestService('sqlite');
    cwd = await mkdtemp(join(tmpdir(), 'recollect-facts-'));
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(cwd, { recursive: true });
  });
  const run = (args: string[], key: string) =>
    startCommand(cwd, ['import', ...args], { RECOLLECT_URL: service.url, RECOLLECT_KEY: key }).ended;
  const newKey = async () => (await service.mint()).key;
  const memoriesOf = async (key: string) =>
    (await service.call('GET', '/memory/export', { key })).body.memories as {
      id: string;
      content: string;
      tags: string[];
      metadata: Record<string, unknown>;
      user_id: string;
      created_at: number;
    }[];

  it('keeps memories in sync with a folder of notes, one way', async () => {
    const key = await newKey();
    const vault = join(cwd, 'vault');
    await mkdir(join(vault, '.obsidian'), { recursive: true });
    await mkdir(join(vault, 'Trips'));
    await writeFile(join(vault, '.obsidian', 'x.md'), 'not a note');
    await writeFile(join(vault, 'Trips', 'empty.md'), '\n');
    await writeFile(
      join(vault, 'Trips', 'Lisbon.md'),
      '---\ntags: [travel, "city"]\ndate: 2026-05-01\n---\nBook early.\n\n# Food\n\n## Cake\nPastéis in Belém.\n\n```\n# no heading\n```\n\n# Plan\n',
    );
    const long = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} ${'with words '.repeat(8)}`.trim()).join('\n\n');
    await writeFile(join(vault, 'long.md'), `# All\n${long}`);
    const args = ['vault', '--user-id', 'ada'];
    const dry = await run([...args, '--dry-run'], key);
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /^Notes of vault: 6 new, 0 changed, 0 unchanged, 0 vanished\.\n {2}Trips\/Lisbon#0: /);
    assert.deepEqual(await memoriesOf(key), []);
    const first = await run(args, key);
    assert.equal(first.code, 0, first.stderr);
    const stored = await memoriesOf(key);
    const lisbon = stored.filter(({ metadata }) => metadata.path === 'Trips/Lisbon.md');
    assert.deepEqual(
      lisbon.map(({ content, tags, metadata }) => [content, tags, metadata.date]),
      [
        ['Trips/Lisbon\n\nBook early.', ['travel', 'city'], '2026-05-01'],
        ['Trips/Lisbon › Food › Cake\n\nPastéis in Belém.\n\n```\n# no heading\n```', ['travel', 'city'], '2026-05-01'],
      ],
    );
    const pieces = stored.filter(({ metadata }) => metadata.path === 'long.md').map(({ content }) => content);
    assert.equal(pieces.map((content) => content.replace('long › All\n\n', '')).join('\n\n'), long);
    assert.ok(pieces.every((content) => content.length < 2_100));
    assert.match((await run(args, key)).stdout, /^Notes of vault: 0 new, 0 changed, 6 unchanged, 0 vanished/);
    await rm(join(vault, 'long.md'));
    await writeFile(join(vault, 'Trips', 'Lisbon.md'), 'Book late.\n\n# Drink\nGinjinha.\n');
    const second = await run(args, key);
    assert.match(
      second.stdout,
      /^Notes of vault: 1 new, 1 changed, 0 unchanged, 5 vanished \(--prune forgets them\), 0 errors/,
    );
    const changed = (await memoriesOf(key)).find(({ id }) => id === lisbon[0]?.id);
    assert.equal(changed?.content, 'Trips/Lisbon\n\nBook late.');
    assert.match((await run([...args, '--prune'], key)).stdout, /0 new, 0 changed, 2 unchanged, 5 forgotten, 0 errors/);
    assert.deepEqual((await memoriesOf(key)).map(({ content }) => content).sort(), [
      'Trips/Lisbon\n\nBook late.',
      'Trips/Lisbon › Drink\n\nGinjinha.',
    ]);
    const parts = ['first', 'second', 'third'].map((word) => `${word} `.repeat(250).trim());
    const textsOf = async () => {
      const list = (await memoriesOf(key)).filter(({ metadata }) => metadata.path === 'parts.md');
      return list
        .sort((a, b) => (String(a.metadata.place) < String(b.metadata.place) ? -1 : 1))
        .map(({ content }) => content);
    };
    await writeFile(join(vault, 'parts.md'), parts.join('\n\n'));
    await run(args, key);
    assert.equal((await textsOf()).length, 3);
    await writeFile(join(vault, 'parts.md'), parts.slice(1).join('\n\n'));
    assert.match((await run([...args, '--prune'], key)).stdout, /0 new, 2 changed, 2 unchanged, 1 forgotten/);
    assert.deepEqual(
      await textsOf(),
      parts.slice(1).map((part) => `parts\n\n${part}`),
    );
  });

  it('keeps the memories of a note that cannot be read, and imports the folder for each agent', async () => {
    const key = await newKey();
    await mkdir(join(cwd, 'some'));
    await writeFile(join(cwd, 'some', 'a.md'), 'Plays the cello.\n');
    await writeFile(join(cwd, 'some', 'b.md'), 'Likes cafés.\n');
    const args = ['some', '--user-id', 'ada', '--prune'];
    for (const agent of ['one', 'two'])
      assert.match((await run([...args, '--agent-id', agent], key)).stdout, /^Notes of some: 2 new/, agent);
    await writeFile(join(cwd, 'some', 'b.md'), Buffer.from('Likes cafés.\n', 'latin1'));
    const pruned = await run([...args, '--agent-id', 'two'], key);
    assert.match(pruned.stdout, /0 new, 0 changed, 1 unchanged, 0 forgotten, 1 error in/);
    assert.match(pruned.stderr, /b\.md is not UTF-8/);
    await truncate(join(cwd, 'some', 'b.md'), 2 ** 31 + 1);
    const unread = await run([...args, '--agent-id', 'two'], key);
    assert.match(unread.stdout, /0 new, 0 changed, 1 unchanged, 0 forgotten, 1 error in/, unread.stderr);
    assert.match(unread.stderr, /b\.md cannot be read/);
    assert.equal((await memoriesOf(key)).length, 4);
  });

  it('keeps what was imported for an agent under the plain name of the folder in sync', async () => {
    const key = await newKey();
    await mkdir(join(cwd, 'older'));
    const write = (name: string, text: string) => writeFile(join(cwd, 'older', name), text);
    for (const name of ['a.md', 'b.md', 'c.md']) await write(name, `Note ${name}.\n`);
    const args = ['older', '--user-id', 'ada'];
    await run(args, key);
    const notes = (await memoriesOf(key))[0]?.metadata.notes;
    await run([...args, '--agent-id', 'one'], key);
    const byAgent = async (agent_id: string) =>
      (await service.call('GET', '/memory', { key, query: { user_id: 'ada', agent_id } })).body.memories as {
        id: string;
        content: string;
        metadata: { notes: string };
      }[];
    for (const { id } of await byAgent('one'))
      await service.call('PATCH', `/memory/${id}`, { key, body: { metadata: { notes } } });
    await write('a.md', 'Lives in Linz.\n');
    await rm(join(cwd, 'older', 'b.md'));
    const again = await run([...args, '--agent-id', 'one', '--prune'], key);
    assert.match(again.stdout, /0 new, 2 changed, 0 unchanged, 1 forgotten/);
    const mine = await byAgent('one');
    assert.deepEqual(mine.map(({ content }) => content).sort(), ['a\n\nLives in Linz.', 'c\n\nNote c.md.']);
    assert.ok(mine.every(({ metadata }) => metadata.notes !== notes));
    assert.equal((await byAgent('default')).length, 3);
  });

  it('reads tables and lines by the names of their columns, or by --map', async () => {
    const key = await newKey();
    await writeFile(
      join(cwd, 'facts.csv'),
      '\ufeffText,User,Date,Tags\r\n"Likes ""tea"", hot\nand black",ada,2026-01-02,"a; b"\r\nHas a dog,bob,1700000000,\r\n',
    );
    const named = await run(['facts.csv'], key);
    assert.match(named.stdout, /^Imported 2 memories, 0 duplicates, 0 errors/, named.stderr);
    const [dog, tea] = await memoriesOf(key);
    assert.deepEqual(
      [tea?.content, tea?.user_id, tea?.tags, tea?.created_at],
      ['Likes "tea", hot\nand black', 'ada', ['a', 'b'], Date.UTC(2026, 0, 2)],
    );
    assert.deepEqual([dog?.content, dog?.created_at], ['Has a dog', 1_700_000_000_000]);
    await writeFile(join(cwd, 'excel.csv'), 'content;user_id\nDrives, often;max\n');
    assert.match((await run(['excel.csv'], key)).stdout, /^Imported 1 memory/);
    assert.equal((await memoriesOf(key)).find(({ user_id }) => user_id === 'max')?.content, 'Drives, often');
    await writeFile(join(cwd, 'rows.jsonl'), '{"what":{"text":"Runs"},"n":3}\n{"what":{}}\n');
    const map = ['--map', 'content=what.text,metadata.n=n', '--user-id', 'eve'];
    assert.match(
      (await run(['rows.jsonl', ...map, '--dry-run'], key)).stdout,
      /^rows\.jsonl: 1 memory, 1 row that would be refused\./,
    );
    const rows = await run(['rows.jsonl', ...map], key);
    assert.deepEqual(
      [rows.code, /^Imported 1 memory, 0 duplicates, 1 error/.test(rows.stdout)],
      [1, true],
      rows.stdout,
    );
    assert.match(rows.stderr, /^entry 2: /);
    assert.equal((await memoriesOf(key)).find(({ user_id }) => user_id === 'eve')?.metadata.n, 3);
  });

  it('refuses rows with an importance that is no number or without content, and says so before', async () => {
    const key = await newKey();
    const rows = [
      'content,user_id,importance',
      'Likes tea,ada,7',
      'Likes jam,ada,high',
      'Likes figs,ada,7/10',
      ',ada,',
      'Runs,ada,',
    ];
    await writeFile(join(cwd, 'marks.csv'), `${rows.join('\n')}\n`);
    const dry = await run(['marks.csv', '--dry-run'], key);
    const real = await run(['marks.csv'], key);
    const problems = [
      'entry 2: `importance` must be a number from 0 to 10',
      'entry 3: `importance` must be a number from 0 to 10',
      'entry 4: `content` must have 1 to 100000 characters, has 0',
    ];
    for (const problem of problems)
      for (const text of [dry.stdout, real.stderr]) assert.ok(text.includes(problem), text);
    assert.match(dry.stdout, /^marks\.csv: 2 memories, 3 rows that would be refused\.\n/);
    assert.match(real.stdout, /^Imported 2 memories, 0 duplicates, 3 errors/);
    assert.deepEqual([dry.code, real.code], [1, 1]);
  });

  it('says what a file without text is, and what to do with it', async () => {
    const key = await newKey();
    const table = Buffer.from('\ufeffcontent\nAda keeps bees.\n', 'utf16le');
    const zip = Buffer.from('PK\x03\x04rest of an archive', 'latin1');
    const files: [name: string, content: Buffer, more: string[], expected: string][] = [
      ['wide.csv', table, [], 'wide.csv is UTF-16 text: save it as UTF-8.'],
      ['box.zip', zip, ['--from', 'chatgpt'], 'box.zip is a ZIP archive (unpack it first).'],
      ['box.csv', zip, [], 'box.csv is a ZIP archive (unpack it first).'],
      [
        'wide.json',
        Buffer.from('\ufeff[]', 'utf16le'),
        ['--from', 'claude'],
        'wide.json is UTF-16 text: save it as UTF-8.',
      ],
      ['photo.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), [], 'photo.csv is an image, which contains no text.'],
    ];
    for (const [name, content, more, expected] of files) {
      await writeFile(join(cwd, name), content);
      const { code, stdout, stderr } = await run([name, '--user-id', 'ada', ...more], key);
      assert.deepEqual([code, stdout, stderr], [1, '', `recollect: ${expected}\n`], name);
    }
    assert.deepEqual(await memoriesOf(key), []);
  });

  it('says what is wrong with a table', async () => {
    const key = await newKey();
    await writeFile(join(cwd, 'odd.csv'), 'a,b\n1,2\n');
    for (const [args, expected] of [
      [['odd.csv'], /No column of odd\.csv is called content: name one with --map content=column\. It has a, b\./],
      [['odd.csv', '--map', 'content=c'], /odd\.csv has no column c: it has a, b\./],
      [['odd.csv', '--map', 'colour=a'], /--map has no field colour/],
      [['odd.csv', '--map', 'a'], /--map must look like content=column/],
      [['odd.csv', '--map', 'user_id=a'], /must say which column is the content/],
    ] as const) {
      const { code, stderr } = await run([...args], key);
      assert.equal(code, 1);
      assert.match(stderr, expected);
    }
    assert.match(
      (await run(['odd.csv', '--from', 'notes', '--user-id', 'ada'], key)).stderr,
      /Cannot read odd\.csv: it is not a folder/,
    );
    await mkdir(join(cwd, 'bare'));
    assert.match((await run(['bare'], key)).stderr, /bare contains nothing that can be imported/);
  });
});
