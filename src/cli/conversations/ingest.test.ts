import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startCommand } from '../cli-child.test.kit.js';
import { FakeService } from '../remote/fake-service.test.kit.js';

describe('recollect ingest', () => {
  let service: FakeService;
  let cwd = '';
  before(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'recollect-ingest-'));
  });
  after(async () => {
    await service.stop();
    await rm(cwd, { recursive: true });
  });
  beforeEach(async () => {
    await service?.stop();
    service = await new FakeService().start();
  });
  const start = (args: string[]) =>
    startCommand(cwd, ['ingest', '--user-id', 'ada', ...args], { RECOLLECT_URL: service.url, RECOLLECT_KEY: 'k' });
  const run = (args: string[]) => start(args).ended;
  const sent = () => [...service.sessions.values()].flat().map(({ role, content, name }) => [role, content, name]);

  it('accepts lists, objects and lines of messages, with the field names of other programs', async () => {
    const messages = [
      { role: 'human', content: 'I moved to Lisbon', timestamp: 1_700_000_000 },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Good to know' },
          { type: 'tool_use', id: 'x' },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [{}] },
      { sender: 'ai', text: 'Anything else?', created_at: '2026-01-02T03:04:05Z' },
    ];
    const files = {
      'list.json': JSON.stringify(messages),
      'object.json': JSON.stringify({ messages, title: 'x' }),
      'lines.jsonl': `${messages.map((message) => JSON.stringify(message)).join('\n')}\n`,
    };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(cwd, name), content);
      const { code, stdout, stderr } = await run([name, '--session', name]);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, `Session ${name}: 3 messages, 3 added, 0 already stored.\n`);
    }
    for (const { body, key } of service.callsTo('/memory/ingest')) {
      assert.deepEqual([key, body.user_id, body.position], ['k', 'ada', 0]);
      assert.deepEqual(body.messages, [
        { role: 'user', content: 'I moved to Lisbon', created_at: 1_700_000_000_000 },
        { role: 'assistant', content: 'Good to know' },
        { role: 'assistant', content: 'Anything else?', created_at: Date.UTC(2026, 0, 2, 3, 4, 5) },
      ]);
    }
  });

  it('sends long conversations in parts, adds nothing when sent again, and prints the result', async () => {
    const messages = Array.from({ length: 201 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `turn ${i}`,
    }));
    await writeFile(join(cwd, 'long.json'), JSON.stringify(messages));
    const args = ['long.json', '--agent-id', 'bot', '--namespace', 'work', '--json'];
    const first = JSON.parse((await run(args)).stdout);
    assert.match(first.session_id, /^file-[0-9a-f]{32}$/);
    assert.deepEqual([first.received, first.added, first.parts, first.deriving], [201, 201, 3, true]);
    const again = JSON.parse((await run(args)).stdout);
    assert.deepEqual([again.session_id, again.added, again.skipped], [first.session_id, 0, 201]);
    const calls = service.callsTo('/memory/ingest').slice(0, 3);
    assert.deepEqual(
      calls.map(({ body }) => [body.position, body.messages.length, body.agent_id, body.namespace]),
      [
        [0, 100, 'bot', 'work'],
        [100, 100, 'bot', 'work'],
        [200, 1, 'bot', 'work'],
      ],
    );
  });

  it('cuts a message that is too long between words, not inside a character', async () => {
    const words = `${'word '.repeat(30_000)}end`;
    const signs = '😀'.repeat(60_000);
    await writeFile(
      join(cwd, 'book.json'),
      JSON.stringify([
        { role: 'user', content: words },
        { role: 'user', content: `x${signs}` },
      ]),
    );
    assert.equal((await run(['book.json'])).code, 0);
    const contents = sent().map(([, content]) => content as string);
    assert.equal(contents.length, 4);
    for (const content of contents) assert.ok(content.length <= 100_000 && Buffer.from(content).toString() === content);
    assert.equal(`${contents[0]} ${contents[1]}`, words);
    assert.equal(contents.slice(2).join(''), `x${signs}`);
  });

  it('reads texts with speakers; everyone except --me is an assistant', async () => {
    const text = [
      '# A talk',
      '',
      'Ann Lee: I like tea.',
      'Note: green tea.',
      '',
      '**Bob:** I see:',
      '```',
      'Ann Lee: quoted',
      '```',
      '[2026-01-02 10:00] Ann Lee: And cake.',
    ].join('\r\n');
    await writeFile(join(cwd, 'talk.md'), text);
    const { code, stderr } = await run(['talk.md', '--me', 'ann lee']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(sent(), [
      ['user', 'I like tea.\nNote: green tea.', 'Ann Lee'],
      ['assistant', 'I see:\n```\nAnn Lee: quoted\n```', 'Bob'],
      ['user', 'And cake.', 'Ann Lee'],
    ]);
  });

  it('needs no --me if roles are written out, and treats other text as one turn', async () => {
    await writeFile(join(cwd, 'roles.md'), '## User\nHello\n\n## Assistant\nHi.\n\nUser: Bye\n');
    assert.equal((await run(['roles.md'])).code, 0);
    await writeFile(join(cwd, 'note.txt'), '\ufeffTo do: call Rita\nPlumber: Tuesday at 9\n[a link](x)\n');
    assert.equal((await run(['note.txt', '--session', 'n'])).code, 0);
    const piped = start(['-', '--session', 'p']);
    piped.child.stdin.end('I am allergic to nuts\n');
    assert.equal((await piped.ended).code, 0);
    assert.deepEqual(sent(), [
      ['user', 'Hello', undefined],
      ['assistant', 'Hi.', undefined],
      ['user', 'Bye', undefined],
      ['user', 'To do: call Rita\nPlumber: Tuesday at 9\n[a link](x)', undefined],
      ['user', 'I am allergic to nuts', undefined],
    ]);
  });

  it('asks for --me in a dialogue that only names its speakers', async () => {
    await writeFile(join(cwd, 'two.txt'), 'Ann: a\nBob: b\nAnn: c\nBob: d\n');
    const asked = await run(['two.txt']);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /^recollect: two\.txt is a dialogue between Ann, Bob: say which one is you with --me/);
    assert.match(
      (await run(['two.txt', '--me', 'Eve'])).stderr,
      /Nobody in two\.txt is named Eve: the speakers are Ann, Bob/,
    );
    assert.equal((await run(['two.txt', '--plain'])).code, 0);
    assert.deepEqual(sent(), [['user', 'Ann: a\nBob: b\nAnn: c\nBob: d', undefined]]);
  });

  it('says what is wrong with a file in one line, and sends nothing', async () => {
    const files: [string, string | Buffer, RegExp][] = [
      ['empty.txt', ' \n', /empty\.txt is empty/],
      ['photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), /photo\.png is an image/],
      ['data.bin', Buffer.from([65, 0, 66]), /a binary file/],
      ['wide.txt', Buffer.from('\ufeffhi', 'utf16le'), /UTF-16 text: save it as UTF-8/],
      ['old.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9]), /not UTF-8; perhaps it is Windows-1252/],
      ['page.txt', '<!doctype html><p>hi', /an HTML page/],
      ['packed.gz', Buffer.from([0x1f, 0x8b, 8]), /gzipped/],
      ['broken.json', '[{"role":"user","content":', /broken\.json is not valid JSON/],
      ['line.jsonl', '{"role":"user","content":"a"}\n{"role"\n', /line 2 is not valid JSON/],
      ['number.json', '5', /contains no messages/],
      ['words.json', '["a"]', /message 1 is not an object with "role" and "content"/],
      ['norole.json', '[{"content":"a"}]', /message 1 has no role: it must be user, assistant, system or tool/],
      ['wrong.json', '[{"role":"narrator","content":"a"}]', /message 1 has the role "narrator": it must be user/],
      ['silent.json', '[{"role":"user","content":" "}]', /no message with text/],
      ['export.json', '[{"id":"c","mapping":{}}]', /an export of many conversations: use recollect import/],
    ];
    for (const [name, content, expected] of files) {
      await writeFile(join(cwd, name), content);
      const { code, stdout, stderr } = await run([name]);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [1, '', 2], `${name}: ${stderr}`);
      assert.match(stderr, expected);
    }
    assert.match((await run(['none.txt'])).stderr, /^recollect: Cannot read none\.txt: ENOENT\.\n$/);
    assert.match((await run(['.'])).stderr, /It is a folder: use recollect import/);
    assert.deepEqual(service.calls, []);
  });

  it('retries after a 429, and reports other errors', async () => {
    await writeFile(join(cwd, 'one.txt'), 'Hello');
    const busy = {
      status: 429,
      body: { error: { code: 'rate_limited', message: 'Slow down' } },
      headers: { 'retry-after': '1' },
    };
    let tries = 0;
    service.reply = () => (tries++ === 0 ? busy : null);
    assert.equal((await run(['one.txt'])).code, 0);
    assert.equal(tries, 2);
    service.reply = () => ({ status: 403, body: { error: { code: 'forbidden', message: 'The key may not write' } } });
    const refused = await run(['one.txt']);
    assert.deepEqual([refused.code, refused.stderr], [1, 'recollect: The key may not write.\n']);
  });
});
