import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService, type TestService } from './support/service.js';

const EXAMPLES = new URL('../examples/', import.meta.url);

describe('the examples', () => {
  let service: TestService;
  let key: string;
  before(async () => {
    service = await startTestService('sqlite', { env: { RECOLLECT_WEBHOOK_ALLOW: '127.0.0.1' } });
    ({ key } = await service.mint());
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
  });

  /** The output of a program; `input` is what a person types. */
  const printed = (path: string, input = '', ...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const env = { PATH: process.env.PATH, RECOLLECT_URL: service.url, RECOLLECT_KEY: key };
      const child = execFile(
        process.execPath,
        [fileURLToPath(new URL(path, EXAMPLES)), ...args],
        { env },
        (error, out, problems) => (error ? reject(new Error(`${error.message}\n${problems}`)) : resolve(out)),
      );
      child.stdin?.end(input);
    });

  it('chatbot remembers from one run to the next', async () => {
    const first = await printed('chatbot/chat.js', 'I play the cello in an amateur orchestra.\n');
    assert.match(first, /I will remember that\./);
    const second = await printed('chatbot/chat.js', 'Which instrument do I play?\n');
    assert.match(second, /You told me: .*cello/);
  });

  it('chatbot reads a message that does not fit into a URL', async () => {
    assert.match(
      await printed('chatbot/chat.js', `${'It rained all day. '.repeat(2_000)}\n`),
      /I will remember that\./,
    );
  });

  it('langgraph: the next run knows what the previous one stored', async () => {
    const graph = (said: string, user = 'lin') => printed('langgraph/graph.js', '', user, said);
    assert.equal(await graph('What must I not eat?'), 'I do not know that yet.\n');
    assert.equal(await graph('I am allergic to peanuts.'), 'I will remember that.\n');
    assert.equal(await graph('What must I not eat?'), 'You told me: I am allergic to peanuts.\n');
    assert.equal(await graph('What must I not eat?', 'max'), 'I do not know that yet.\n');
  });

  it('support-desk is notified of derived statements, uses them and erases them', async () => {
    const out = await printed('support-desk/desk.js');
    // There are two statements; the desk continues after the first notification.
    for (const line of [/^heard: memory\.derived$/m, /^known: .*refund/m, /^erased: true, left: 0$/m])
      assert.match(out, line);
  });

  it('mcp-two-agents: one agent knows what the other learns', async () => {
    assert.match(await printed('mcp-two-agents/agents.js'), /the kitchen knows: true/);
  });
});
