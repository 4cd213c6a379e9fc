import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startCommand } from '../cli-child.test.kit.js';
import { FakeService } from '../remote/fake-service.test.kit.js';

/** Far more than a hook takes: these tests check what it does, not how fast this machine is. */
const PATIENT = { RECOLLECT_HOOK_MS: '20000' };

describe('recollect hook', () => {
  let service: FakeService;
  let home = '';
  let project = '';
  beforeEach(async () => {
    service = await new FakeService().start();
    home = await mkdtemp(join(tmpdir(), 'recollect-hook-'));
    project = join(home, 'shop');
    await mkdir(join(project, '.git'), { recursive: true });
  });
  afterEach(async () => {
    await untilIdle();
    await service.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const start = (args: string[], input: unknown, env: Record<string, string> = {}) => {
    const command = startCommand(home, ['hook', ...args], {
      ...{ RECOLLECT_URL: service.url, RECOLLECT_KEY: 'k', RECOLLECT_USER_ID: 'ada' },
      ...{ ...PATIENT, ...env },
    });
    command.child.stdin.on('error', () => {});
    command.child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
    return command.ended;
  };
  const base = () => ({ session_id: 's1', cwd: project, transcript_path: join(home, 'transcript.jsonl') });
  const hook = (event: string, more: Record<string, unknown> = {}, env?: Record<string, string>) =>
    start([event], { ...base(), hook_event_name: event, ...more }, env);
  /** Sends what is waiting, in the foreground. */
  const send = () => start(['send'], '');
  const turns = (session = 's1') => (service.sessions.get(session) ?? []).map(({ role, content }) => [role, content]);
  const spooled = async () => {
    const names = await readdir(join(home, '.recollect', 'hooks', 'spool')).catch(() => []);
    const texts = await Promise.all(
      names.sort().map((name) => readFile(join(home, '.recollect', 'hooks', 'spool', name), 'utf8')),
    );
    return texts.map((text) => JSON.parse(text));
  };
  /** Resolves when no sender is running any more. */
  const untilIdle = async () => {
    for (;;) {
      const lock = await readFile(join(home, '.recollect', 'hooks', 'sender.lock'), 'utf8').catch(() => '');
      if (!lock) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
    await untilIdle();
  };
  /** Resolves when the background sender has delivered this many turns. */
  const arrived = (count: number, session = 's1') => until(() => turns(session).length >= count);
  /** The same, with senders of our own: the background one may have found the service unavailable. */
  const sent = (count: number, session = 's1') =>
    until(async () => (await send()).code === 0 && turns(session).length >= count);
  const emptied = () => until(async () => (await send()).code === 0 && (await spooled()).length === 0);
  const line = (type: string, content: unknown, more: Record<string, unknown> = {}) =>
    `${JSON.stringify({ type, sessionId: 's1', timestamp: '2026-01-02T03:04:05Z', message: { role: type, content }, ...more })}\n`;

  it('gives a Claude Code session what is known about the project and its user', async () => {
    const { code, stdout, stderr } = await hook('SessionStart', { source: 'startup' });
    assert.deepEqual([code, stderr], [0, '']);
    const { hookSpecificOutput } = JSON.parse(stdout);
    assert.equal(hookSpecificOutput.hookEventName, 'SessionStart');
    const lines = ['Memories:', 'Ada prefers window seats.', 'Shops close at six.', 'The end.'];
    assert.equal(hookSpecificOutput.additionalContext, lines.join('\n'));
    const asked = service.callsTo('/memory/context').map(({ query, key }) => [query.user_id, key]);
    assert.deepEqual(asked, [
      ['ada', 'k'],
      ['ada', 'k'],
    ]);
    assert.ok(service.callsTo('/memory/context').some(({ query }) => query.q?.includes('shop')));
  });

  it('returns the last context if the service is unavailable, and nothing if there is none', async () => {
    const environment = { RECOLLECT_URL: service.url };
    const address = service.url;
    const first = await hook('SessionStart', {}, environment);
    service.reply = () => ({ status: 503, body: {} });
    const again = await hook('SessionStart', {}, { RECOLLECT_URL: address });
    assert.deepEqual([again.code, again.stdout], [0, first.stdout]);
    const other = await hook('SessionStart', { cwd: home });
    assert.deepEqual([other.code, other.stdout, other.stderr], [0, '', '']);
  });

  it('records prompts, tool outcomes and the answers in the transcript, in order', async () => {
    const file = base().transcript_path;
    await writeFile(file, line('user', 'long ago') + line('assistant', [{ type: 'text', text: 'Old answer' }]));
    assert.deepEqual(await hook('UserPromptSubmit', { prompt: 'Use pnpm here' }), { code: 0, stdout: '', stderr: '' });
    await arrived(1);
    const command = {
      tool_name: 'Bash',
      tool_input: { command: 'pnpm test' },
      tool_response: { stdout: '12 passed\n', stderr: '' },
    };
    await hook('PostToolUse', command);
    await arrived(2);
    await hook('PostToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: join(project, 'src/a.ts'), old_string: 'x' },
    });
    await arrived(3);
    await hook('PostToolUse', {
      tool_name: 'Read',
      tool_input: { file_path: join(project, 'b.ts') },
      tool_response: 'text',
    });
    await appendFile(file, line('user', 'Use pnpm here'));
    await appendFile(
      file,
      line('assistant', [
        { type: 'thinking', thinking: 'hm' },
        { type: 'tool_use', id: 't' },
      ]),
    );
    await appendFile(file, line('assistant', [{ type: 'text', text: 'Of a helper' }], { isSidechain: true }));
    await appendFile(file, line('assistant', [{ type: 'text', text: 'Done: pnpm it is.' }]));
    await hook('Stop', { stop_hook_active: false });
    await arrived(4);
    assert.deepEqual(turns(), [
      ['user', 'Use pnpm here'],
      ['tool', '$ pnpm test\n12 passed'],
      ['tool', 'Edited src/a.ts'],
      ['assistant', 'Done: pnpm it is.'],
    ]);
    const calls = service.callsTo('/memory/ingest').map(({ body }) => body);
    assert.deepEqual(
      calls.map(({ position }) => position),
      [undefined, 1, 2, 3],
    );
    const { user_id, agent_id, metadata } = calls[0];
    assert.deepEqual(
      { user_id, agent_id, metadata },
      {
        ...{ user_id: 'ada', agent_id: 'claude-code' },
        metadata: { source: 'claude-code', project: 'shop' },
      },
    );
    assert.equal(calls[3].messages[0].created_at, Date.UTC(2026, 0, 2, 3, 4, 5));
    await hook('SessionEnd', { reason: 'other' });
    await emptied();
    assert.equal(turns().length, 4, 'nothing comes twice');
  });

  it('records an answer once if the agent passes it before it is in the transcript', async () => {
    const file = base().transcript_path;
    await writeFile(file, '');
    await hook('UserPromptSubmit', { prompt: 'Hello' });
    await hook('Stop', { last_assistant_message: 'Hi there' });
    await appendFile(file, line('assistant', [{ type: 'text', text: 'Hi there' }]) + line('assistant', 'More'));
    await hook('Stop', { last_assistant_message: 'More' });
    await sent(3);
    assert.deepEqual(turns(), [
      ['user', 'Hello'],
      ['assistant', 'Hi there'],
      ['assistant', 'More'],
    ]);
  });

  it('masks secrets before they are written anywhere, and leaves out what is ignored', async () => {
    await writeFile(join(project, '.recollectignore'), 'customers/\n');
    const environment = { RECOLLECT_URL: 'http://127.0.0.1:1' };
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'].join('_');
    await hook('UserPromptSubmit', { prompt: `The key is ${secret}` }, environment);
    await hook(
      'PostToolUse',
      { tool_name: 'Bash', tool_input: { command: 'cat customers/list.csv' }, tool_response: 'Rita' },
      environment,
    );
    await hook(
      'PostToolUse',
      { tool_name: 'Write', tool_input: { file_path: join(project, '.env'), content: 'A=b' } },
      environment,
    );
    await hook('PostToolUse', { tool_name: 'mcp__recollect__search', tool_input: { q: 'x' } }, environment);
    await untilIdle();
    const waiting = await spooled();
    assert.deepEqual(
      waiting.map(({ messages }) => messages[0].content),
      ['The key is [secret]'],
    );
    await writeFile(join(project, '.recollectignore'), '*\n');
    await hook('UserPromptSubmit', { prompt: 'Nothing of this project' }, environment);
    assert.equal((await spooled()).length, 1);
  });

  it('keeps what cannot be sent now, and sends it later in one go', async () => {
    service.reply = ({ path }) =>
      path === '/memory/ingest' ? { status: 503, body: { error: { message: 'Busy' } } } : null;
    for (const prompt of ['one', 'two', 'three']) assert.equal((await hook('UserPromptSubmit', { prompt })).code, 0);
    await until(() => service.calls.length > 0);
    assert.equal((await spooled()).length, 3);
    const status = JSON.parse((await start(['status', '--json'], '')).stdout);
    assert.deepEqual([status.waiting, status.sent, status.error], [3, 0, 'Busy']);
    assert.ok(status.retry_at > 0);
    service.reply = () => null;
    await sent(3);
    assert.deepEqual(turns(), [
      ['user', 'one'],
      ['user', 'two'],
      ['user', 'three'],
    ]);
    const after = JSON.parse((await start(['status', '--json'], '')).stdout);
    assert.deepEqual([after.waiting, after.sent, after.error, after.retry_at], [0, 3, null, null]);
  });

  it('reports a key that cannot be one, and tries again later', async () => {
    const env = { RECOLLECT_KEY: 'rec_sk_…' };
    assert.equal((await hook('UserPromptSubmit', { prompt: 'one' }, env)).code, 0);
    const status = async () => JSON.parse((await start(['status', '--json'], '', env)).stdout);
    await until(async () => (await status()).error !== null);
    const { error, retry_at, waiting } = await status();
    assert.match(error, /^The key contains "…"/);
    assert.ok(retry_at > Date.now());
    assert.equal(waiting, 1);
  });

  it('drops an entry that the service rejects for good, and recovers its position in the session', async () => {
    service.sessions.set('s1', [{ role: 'user', content: 'from elsewhere' }]);
    await hook('UserPromptSubmit', { prompt: 'one' });
    await arrived(2);
    service.sessions.get('s1')?.push({ role: 'user', content: 'between' });
    await hook('UserPromptSubmit', { prompt: 'two' });
    await arrived(4);
    assert.deepEqual(turns().at(-1), ['user', 'two']);
    service.reply = () => ({ status: 400, body: { error: { code: 'invalid_request', message: 'Wrong' } } });
    await hook('UserPromptSubmit', { prompt: 'three' });
    await emptied();
    assert.match((await start(['status'], '')).stdout, /1 entry was rejected by the service\.\nLast error: Wrong/);
  });

  it('never breaks the agent: invalid or empty input, unknown events, an unusable folder', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    const calls: [string[], unknown, Record<string, string>?][] = [
      [['Stop'], 'not json'],
      [['Stop'], ''],
      [['Stop'], '[1]'],
      [['NoSuchEvent', '--no-such-flag'], base()],
      [['UserPromptSubmit'], { ...base(), prompt: { odd: [1] } }],
      [['UserPromptSubmit'], { ...base(), prompt: 'x' }, { RECOLLECT_DATA_DIR: file }],
      [['Stop'], { ...base(), transcript_path: home }],
      [['agent-turn-complete', '{broken'], ''],
    ];
    for (const [args, input, env] of calls) {
      assert.deepEqual(await start(args, input, env), { code: 0, stdout: '', stderr: '' }, JSON.stringify(args));
    }
    assert.deepEqual(service.calls, []);
  });

  it('waits neither for input that does not end nor for a service that does not respond', async () => {
    const env = { RECOLLECT_URL: service.url, RECOLLECT_KEY: 'k', RECOLLECT_HOOK_MS: '1500' };
    const open = startCommand(home, ['hook', 'UserPromptSubmit'], env);
    open.child.stdin.write('{"session_id":');
    assert.deepEqual(await open.ended, { code: 0, stdout: '', stderr: '' });
    let release = () => {};
    const never = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    service.reply = () => never;
    const silent = await hook('SessionStart', {}, { RECOLLECT_HOOK_MS: '1500' });
    assert.deepEqual(silent, { code: 0, stdout: '', stderr: '' });
    release();
    await until(() => service.callsTo('/memory/context').length > 0);
  });

  it('does nothing while it is paused', async () => {
    assert.match((await start(['pause'], '')).stdout, /^The hooks are paused\. To resume: recollect hook resume\.\n/);
    assert.deepEqual(await hook('SessionStart'), { code: 0, stdout: '', stderr: '' });
    await hook('UserPromptSubmit', { prompt: 'private' });
    const cursor = { conversation_id: 'c', workspace_roots: [project], prompt: 'private' };
    assert.equal((await start(['beforeSubmitPrompt'], cursor)).stdout, '{"continue":true}\n');
    assert.deepEqual([await spooled(), service.calls], [[], []]);
    assert.match((await start(['resume'], '')).stdout, /^The hooks are on\.\n/);
    await hook('UserPromptSubmit', { prompt: 'public' });
    await arrived(1);
  });

  it('handles the events of Cursor', async () => {
    const cursor = (event: string, more: Record<string, unknown> = {}) =>
      start([event], { conversation_id: 'c1', hook_event_name: event, workspace_roots: [project], ...more });
    assert.deepEqual(JSON.parse((await cursor('sessionStart')).stdout), {
      additional_context: 'Memories:\nAda prefers window seats.\nShops close at six.\nThe end.',
    });
    assert.equal(
      (await cursor('beforeSubmitPrompt', { prompt: 'Rename it', attachments: [] })).stdout,
      '{"continue":true}\n',
    );
    assert.equal((await cursor('afterFileEdit', { file_path: join(project, 'a.ts'), edits: [] })).stdout, '{}\n');
    await cursor('afterShellExecution', { command: 'ls', output: 'a.ts' });
    await cursor('afterMCPExecution', { tool_name: 'ask', tool_input: '{"q":1}', result_json: '{"text":"42"}' });
    await cursor('afterAgentResponse', { text: 'Renamed.' });
    assert.equal((await cursor('stop', { status: 'completed' })).stdout, '{}\n');
    await sent(5, 'c1');
    assert.deepEqual(turns('c1'), [
      ['user', 'Rename it'],
      ['tool', 'Edited a.ts'],
      ['tool', '$ ls\na.ts'],
      ['tool', 'ask {"q":1}\n42'],
      ['assistant', 'Renamed.'],
    ]);
    assert.equal(service.callsTo('/memory/ingest')[0]?.body.agent_id, 'cursor');
  });

  it('handles Codex, which passes a turn as an argument, and our plugin for OpenCode', async () => {
    const turn = { type: 'agent-turn-complete', 'thread-id': 't1', 'turn-id': '1', cwd: project };
    const words = { 'input-messages': ['Fix the test'], 'last-assistant-message': 'Fixed.' };
    assert.equal((await start(['codex', JSON.stringify({ ...turn, ...words })], '')).code, 0);
    await arrived(2, 't1');
    assert.deepEqual(turns('t1'), [
      ['user', 'Fix the test'],
      ['assistant', 'Fixed.'],
    ]);
    await start(['Stop', '--agent', 'opencode'], { session_id: 'o1', cwd: project, last_assistant_message: 'Hello' });
    await arrived(1, 'o1');
    assert.equal(service.callsTo('/memory/ingest').at(-1)?.body.agent_id, 'opencode');
  });
});
