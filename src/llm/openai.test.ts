import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { ChatEndpoint, respondJson, say } from '../../test/support/chat-endpoint.js';
import { TestClock } from '../../test/support/clock.js';
import { FAILURES_TO_OPEN } from '../kernel/breaker.js';
import { MINUTE } from '../kernel/clock.js';
import { LanguageModelUnavailable } from './language-model.js';
import { OpenAiLanguageModel, type OpenAiOptions } from './openai.js';

const PROMPT = { system: 'Do it.', user: 'BEGIN\n"secret memory"\nEND', maxTokens: 50 };
const KEY = 'sk-very-secret';

async function setUp(t: TestContext, reply: ChatEndpoint['reply'], options: Partial<OpenAiOptions> = {}) {
  const endpoint = await new ChatEndpoint(reply).start();
  t.after(() => endpoint.stop());
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify(fields) + message);
  const clock = new TestClock();
  const llm = new OpenAiLanguageModel({
    url: `${endpoint.url}/`,
    model: 'small',
    apiKey: KEY,
    clock,
    pause: async () => {},
    log: { debug: note, info: note, warn: note, error: note },
    ...options,
  });
  return { llm, endpoint, clock, logged };
}

test('sends the instructions separately from the data, and returns the text', async (t) => {
  const { llm, endpoint } = await setUp(t, '  It is so.\n');
  assert.equal(await llm.complete(PROMPT), 'It is so.');
  const [call] = endpoint.calls;
  assert.equal(call?.path, '/v1/chat/completions');
  assert.equal(call?.headers.authorization, `Bearer ${KEY}`);
  assert.deepEqual(call?.body, {
    model: 'small',
    max_tokens: 50,
    temperature: 0,
    messages: [
      { role: 'system', content: PROMPT.system },
      { role: 'user', content: PROMPT.user },
    ],
  });
  assert.deepEqual(llm.state(), { status: 'ready', model: 'small' });
});

test('a server that requires the newer form gets it, in later calls at the first attempt', async (t) => {
  const { llm, endpoint } = await setUp(t, ({ body }, response) =>
    'max_tokens' in body ? respondJson(response, 400, { error: {} }) : say(response, 'Yes.'),
  );
  assert.equal(await llm.complete(PROMPT), 'Yes.');
  assert.equal(await llm.complete(PROMPT), 'Yes.');
  assert.equal(endpoint.calls.length, 3);
  assert.equal(endpoint.calls[2]?.body.max_completion_tokens, 50);
});

test('one failure of the server is retried, and two are reported', async (t) => {
  let failures = 1;
  const { llm, endpoint } = await setUp(t, (_, response) =>
    failures-- > 0 ? respondJson(response, 503, {}) : say(response, 'There.'),
  );
  assert.equal(await llm.complete(PROMPT), 'There.');
  failures = 2;
  await assert.rejects(llm.complete(PROMPT), { message: 'The language-model endpoint returned 503' });
  assert.equal(endpoint.calls.length, 4);
});

const bad: Record<string, (response: ServerResponse) => unknown> = {
  'no choices': (response) => respondJson(response, 200, { choices: [] }),
  'nothing to read': (response) => respondJson(response, 200, null),
  'no JSON': (response) => response.end('<html>'),
  'an empty text': (response) => say(response, ' \n '),
  'no text': (response) => say(response, null),
  'a list in place of text': (response) => say(response, [{ type: 'text', text: 'a' }]),
  'a truncated text': (response) => say(response, 'And then', 'length'),
  'a refusal': (response) => say(response, '', 'content_filter'),
  'a text that is too long': (response) => say(response, 'word '.repeat(5_000)),
  'control characters': (response) => say(response, 'a\u0000\u0001b'),
  'an endless body': (response) => say(response, 'x'.repeat(3_000_000)),
  'a redirect': (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/v1' }).end(),
  'the key and the text in an error': (response) => respondJson(response, 401, { error: `${KEY} ${PROMPT.user}` }),
};
for (const [name, respond] of Object.entries(bad)) {
  test(`a response with ${name} is a failure that reveals neither key nor text`, async (t) => {
    const { llm, logged } = await setUp(t, (_, response) => respond(response));
    await assert.rejects(llm.complete(PROMPT), (error: Error) => {
      assert.ok(error instanceof LanguageModelUnavailable);
      assert.doesNotMatch(`${error.stack} ${logged}`, /very-secret|secret memory/);
      return true;
    });
    assert.equal(logged.length, 1);
  });
}

test('calls to a server that hangs time out, and after several failures none are sent for a while', async (t) => {
  const { llm, endpoint, clock } = await setUp(t, () => {}, { timeout: 300 });
  for (let i = 0; i < FAILURES_TO_OPEN; i++) await assert.rejects(llm.complete(PROMPT), /within 300 ms/);
  assert.equal(llm.state().status, 'down');
  const calls = endpoint.calls.length;
  await assert.rejects(llm.complete(PROMPT), /is unavailable/);
  assert.equal(endpoint.calls.length, calls);
  clock.advance(MINUTE);
  endpoint.reply = 'Back.';
  assert.equal(await llm.complete(PROMPT), 'Back.');
  assert.deepEqual(llm.state(), { status: 'ready', model: 'small' });
});

test('callers that leave and requests that the server rejects do not make it count as down', async (t) => {
  const { llm, endpoint } = await setUp(t, () => {});
  for (let i = 0; i <= FAILURES_TO_OPEN; i++) {
    const leaving = new AbortController();
    const call = llm.complete(PROMPT, leaving.signal);
    leaving.abort();
    await assert.rejects(call, LanguageModelUnavailable);
  }
  endpoint.reply = (_, response) => respondJson(response, 400, {});
  for (let i = 0; i <= FAILURES_TO_OPEN; i++) await assert.rejects(llm.complete(PROMPT), /400/);
  assert.equal(llm.state().status, 'ready');
});
