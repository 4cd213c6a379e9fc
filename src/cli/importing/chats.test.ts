import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startCommand } from '../cli-child.test.kit.js';
import { FakeService } from '../remote/fake-service.test.kit.js';

const node = (id: string, parent: string | null, role: string, text: unknown, more: Record<string, unknown> = {}) => ({
  [id]: {
    ...{ id, parent, children: [] },
    message: {
      author: { role },
      create_time: 1_700_000_000.5,
      content: { content_type: 'text', parts: [text] },
      ...more,
    },
  },
});
const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'].join('_');
/** In ChatGPT's format: a root without a message, a regenerated answer, tools, hidden text. */
const chatgpt = (id: string, last = 'Lisbon it is') => ({
  ...{ title: `Talk ${id}`, create_time: 1_700_000_000, conversation_id: id, current_node: 'f' },
  mapping: {
    root: { id: 'root', parent: null, children: ['a'], message: null },
    ...node('a', 'root', 'system', ''),
    ...node('b', 'a', 'user', `I moved to Lisbon, key ${SECRET}`),
    ...node('c1', 'b', 'assistant', 'A first try'),
    ...node('c', 'b', 'assistant', 'search("Lisbon")', { recipient: 'browser' }),
    ...node('d', 'c', 'tool', 'results'),
    ...node('e', 'd', 'user', 'hidden', { metadata: { is_visually_hidden_from_conversation: true } }),
    ...node('f', 'e', 'assistant', last),
  },
});
const claude = (uuid: string) => ({
  ...{ uuid, name: 'Trip', created_at: '2026-01-01T00:00:00Z', account: { uuid: 'x' } },
  chat_messages: [
    { uuid: '1', sender: 'human', text: 'Plan a trip', content: [], created_at: '2026-01-01T00:00:01Z' },
    {
      ...{ uuid: '2', sender: 'assistant', text: 'ignored', attachments: [{ file_name: 'map.pdf' }] },
      content: [
        { type: 'text', text: 'Go by train' },
        { type: 'tool_use', name: 'x' },
      ],
    },
  ],
});

describe('recollect import of chats', () => {
  let service: FakeService;
  let cwd = '';
  beforeEach(async () => {
    service = await new FakeService().start();
    cwd = await mkdtemp(join(tmpdir(), 'recollect-chats-'));
  });
  afterEach(async () => {
    await service.stop();
    await rm(cwd, { recursive: true });
  });
  const run = (args: string[]) =>
    startCommand(cwd, ['import', ...args], { RECOLLECT_URL: service.url, RECOLLECT_KEY: 'k' }).ended;
  const turns = (session: string) => (service.sessions.get(session) ?? []).map(({ role, content }) => [role, content]);

  it('imports the branch that ChatGPT displayed last, each conversation as a session', async () => {
    const file = join(cwd, 'conversations.json');
    await writeFile(
      file,
      JSON.stringify([chatgpt('c1'), { title: 'odd' }, chatgpt('c2'), { ...chatgpt('c3'), mapping: {} }], null, 1),
    );
    const dry = await run(['conversations.json', '--dry-run']);
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(
      dry.stdout,
      /^conversations\.json: 2 conversations with ChatGPT, 4 messages, 1 empty, 1 error\.\n {2}Talk c1: 2 messages/,
    );
    assert.match(dry.stdout, /Nothing was sent\.\n$/);
    assert.deepEqual(service.calls, []);
    const first = await run(['.', '--user-id', 'ada', '--namespace', 'chats']);
    assert.equal(first.code, 1, 'an entry that is no conversation is an error');
    assert.match(
      first.stdout,
      /^Imported 2 conversations with ChatGPT: 4 turns added, 0 already stored; 0 unchanged, 1 empty, 1 error/,
    );
    assert.deepEqual(turns('c1'), [
      ['user', 'I moved to Lisbon, key [secret]'],
      ['assistant', 'Lisbon it is'],
    ]);
    const { body } = service.callsTo('/memory/ingest')[0] ?? assert.fail();
    assert.deepEqual(
      [body.user_id, body.namespace, body.metadata, body.messages[0].created_at],
      ['ada', 'chats', { source: 'chatgpt', title: 'Talk c1' }, 1_700_000_000_500],
    );
  });

  it('resumes where it stopped, sends what has changed, and starts over with --restart', async () => {
    const file = join(cwd, 'conversations.json');
    await writeFile(file, JSON.stringify([chatgpt('c1'), chatgpt('c2'), chatgpt('c3')]));
    const args = ['conversations.json', '--user-id', 'ada'];
    let calls = 0;
    service.reply = () =>
      ++calls > 1 ? { status: 401, body: { error: { code: 'unauthorized', message: 'No such key.' } } } : null;
    const cut = await run(args);
    assert.deepEqual(
      [cut.code, cut.stderr],
      [1, 'recollect: No such key; 1 conversation was already sent. Run it again to continue.\n'],
    );
    service.reply = () => null;
    assert.match((await run(args)).stdout, /^Imported 2 conversations .* 1 unchanged/);
    assert.equal((await readFile(join(cwd, '.recollect-import.jsonl'), 'utf8')).trim().split('\n').length, 3);
    await writeFile(file, JSON.stringify([chatgpt('c1', 'Another ending'), chatgpt('c2'), chatgpt('c3')]));
    const conflict = await run(args);
    assert.equal(conflict.code, 1);
    assert.match(conflict.stderr, /^c1 \(Talk c1\): The turn there differs\n$/);
    assert.match(conflict.stdout, /^Imported 0 conversations .* 2 unchanged, 0 empty, 1 error/);
    assert.match((await run([...args, '--user-id', 'bob'])).stdout, /0 unchanged/, 'another user is another target');
    assert.match((await run([...args, '--key', 'other'])).stdout, /0 unchanged/, 'another key is another target');
    assert.match(
      (await run([...args, '--restart'])).stdout,
      /^Imported 2 conversations .* 0 turns added, 4 already stored; 0 unchanged/,
    );
  });

  it('reads the export of Claude, with secrets if --no-mask is given', async () => {
    const talk = claude('u1');
    talk.chat_messages.push({ uuid: '3', sender: 'human', text: SECRET, content: [], created_at: '' });
    await writeFile(join(cwd, 'export.json'), JSON.stringify([talk]));
    const { code, stderr } = await run(['export.json', '--user-id', 'ada', '--no-mask']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(turns('u1'), [
      ['user', 'Plan a trip'],
      ['assistant', 'Go by train\n\n[attached: map.pdf]'],
      ['user', SECRET],
    ]);
    assert.match((await run(['export.json'])).stderr, /Use --user-id to say whose conversations with Claude these are/);
    await writeFile(join(cwd, 'cut.json'), '[{"uuid":"a","chat_messages":[');
    assert.match((await run(['cut.json', '--user-id', 'a'])).stderr, /cut\.json ends in the middle of a JSON document/);
  });

  it('reads the transcripts of Claude Code, but not what the hooks have recorded', async () => {
    const line = (type: string, content: unknown, more: Record<string, unknown> = {}) =>
      JSON.stringify({ type, sessionId: 's1', cwd: '/home/ada/shop', message: { role: type, content }, ...more });
    const folder = join(cwd, 'projects', '-home-ada-shop');
    await mkdir(folder, { recursive: true });
    const lines = [
      JSON.stringify({ type: 'summary', summary: 'x' }),
      line('user', '<command-name>/clear</command-name>'),
      line('user', 'Use pnpm', { timestamp: '2026-01-01T00:00:00Z' }),
      line('assistant', [{ type: 'text', text: 'Sure.' }], {
        message: { id: 'm', content: [{ type: 'text', text: 'Sure.' }] },
      }),
      line('assistant', [], { message: { id: 'm', content: [{ type: 'tool_use', id: 't' }] } }),
      line('assistant', [], { message: { id: 'm', content: [{ type: 'text', text: 'Done.' }] } }),
      line('user', [{ type: 'tool_result', content: 'output' }]),
      line('assistant', 'aside', { isSidechain: true }),
      '{"cut',
    ];
    for (const name of ['s1', 's2']) await writeFile(join(folder, `${name}.jsonl`), lines.join('\n'));
    const hook = startCommand(cwd, ['hook', 'UserPromptSubmit'], { RECOLLECT_URL: service.url });
    hook.child.stdin.end(JSON.stringify({ session_id: 's2', cwd, prompt: 'Use pnpm' }));
    await hook.ended;
    const { code, stdout, stderr } = await run(['projects', '--user-id', 'ada']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Imported 1 conversation with Claude Code: 2 turns added/);
    assert.deepEqual(turns('s1'), [
      ['user', 'Use pnpm'],
      ['assistant', 'Sure.\n\nDone.'],
    ]);
    assert.deepEqual(service.callsTo('/memory/ingest')[0]?.body.metadata, { source: 'claude-code', project: 'shop' });
  });
});
