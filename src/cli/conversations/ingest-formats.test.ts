import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { operations } from '../../catalog.js';
import { startCommand } from '../cli-child.test.kit.js';

const isThere = operations.some(({ method, path }) => method === 'POST' && path === '/memory/ingest');

describe('conversations that arrive at the service', { skip: !isThere && 'POST /memory/ingest is missing' }, () => {
  let service: TestService;
  let cwd = '';
  before(async () => {
    service = await startTestService('sqlite');
    cwd = await mkdtemp(join(tmpdir(), 'recollect-conversations-'));
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(cwd, { recursive: true, force: true, maxRetries: 5 });
  });
  const start = (args: string[], key: string, input = '') => {
    const env = {
      RECOLLECT_URL: service.url,
      RECOLLECT_KEY: key,
      RECOLLECT_USER_ID: 'ada',
      RECOLLECT_HOOK_MS: '20000',
    };
    const command = startCommand(cwd, args, env);
    command.child.stdin.on('error', () => {});
    command.child.stdin.end(input);
    return command.ended;
  };
  const newKey = async () => (await service.mint()).key;
  const contentsOf = async (key: string): Promise<string[]> => {
    const { body } = await service.call('GET', '/memory/export', { key });
    return body.memories.map(({ content }: { content: string }) => content);
  };

  it('come from a file, in parts, once', async () => {
    const key = await newKey();
    const messages = Array.from({ length: 212 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `Turn number ${i}`,
    }));
    await writeFile(join(cwd, 'talk.json'), JSON.stringify(messages));
    const args = ['ingest', 'talk.json', '--user-id', 'ada', '--json'];
    const first = await start(args, key);
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual([JSON.parse(first.stdout).added, JSON.parse(first.stdout).parts], [212, 3]);
    assert.deepEqual([JSON.parse((await start(args, key)).stdout).added], [0]);
    const contents = await contentsOf(key);
    for (const { content } of messages) assert.ok(contents.includes(content), content);
  });

  it('come from an export, once', async () => {
    const key = await newKey();
    const chat_messages = [
      { sender: 'human', text: 'I moved to Lisbon', created_at: '2026-01-01T00:00:00Z' },
      { sender: 'assistant', text: 'Good to know', created_at: '2026-01-01T00:00:05Z' },
    ];
    await writeFile(join(cwd, 'conversations.json'), JSON.stringify([{ uuid: 'u1', name: 'Move', chat_messages }]));
    const args = ['import', 'conversations.json', '--user-id', 'ada'];
    assert.match((await start(args, key)).stdout, /^Imported 1 conversation with Claude: 2 turns added/);
    assert.match((await start([...args, '--restart'], key)).stdout, /0 turns added, 2 already stored/);
    assert.ok((await contentsOf(key)).includes('I moved to Lisbon'));
  });

  it('come from hooks, and are the context of the next session', async () => {
    const key = await newKey();
    const base = { session_id: 's1', cwd };
    const hook = (event: string, more: object) => start(['hook', event], key, JSON.stringify({ ...base, ...more }));
    await hook('UserPromptSubmit', { prompt: 'We deploy with the green script' });
    await hook('Stop', { last_assistant_message: 'Noted: the green script.' });
    let contents: string[] = [];
    while (!contents.includes('Noted: the green script.')) {
      await start(['hook', 'send'], key);
      contents = await contentsOf(key);
    }
    assert.ok(contents.includes('We deploy with the green script'));
    const { stdout } = await hook('SessionStart', { source: 'startup' });
    assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /green script/);
  });
});
