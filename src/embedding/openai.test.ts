import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { EmbeddingUnavailable } from './embedder.js';
import { OpenAiEmbedder, type OpenAiOptions } from './openai.js';

interface Seen {
  input: string[];
  body: { model: string; input: string[]; encoding_format?: string };
  request: IncomingMessage;
}
type Respond = (seen: Seen, response: ServerResponse) => unknown;

const vectorOf = (text: string) => [text.length, 3, 4];
const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const good: Respond = ({ input }, response) =>
  json(response, 200, { data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) });
const data = (...items: unknown[]): Respond => {
  return (_seen, response) => json(response, 200, { data: items });
};

async function setUp(t: TestContext, respond: Respond = good, options: Partial<OpenAiOptions> = {}) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    const one = { input: body.input, body, request };
    seen.push(one);
    endpoint.respond(one, response);
  });
  const endpoint = { respond };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pauses: number[] = [];
  const embedder = new OpenAiEmbedder({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    apiModel: 'small',
    pause: async (ms) => void pauses.push(ms),
    ...options,
  });
  t.after(async () => {
    await embedder.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { embedder, seen, endpoint, pauses };
}

test('returns unit vectors in the order of the texts, whatever the order of the response', async (t) => {
  const { embedder, seen } = await setUp(t, ({ input }, response) => {
    const items = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    json(response, 200, { data: items.reverse(), usage: { total_tokens: 30 } });
  });
  assert.deepEqual(embedder.model, { id: 'openai:small', dimensions: null });
  const results = await embedder.embed(['', 'a'.repeat(12)], 'passage');
  assert.deepEqual(results[0]?.vectors, [Float32Array.of(0, 0.6, 0.8)]);
  assert.deepEqual(results[1]?.vectors, [Float32Array.of(12 / 13, 3 / 13, 4 / 13)]);
  assert.equal((results[0]?.tokens ?? 0) + (results[1]?.tokens ?? 0), 30);
  assert.deepEqual(embedder.model, { id: 'openai:small', dimensions: 3 });
  assert.equal(seen[0]?.request.url, '/v1/embeddings');
  assert.equal(seen[0]?.body.model, 'small');
  assert.equal(seen[0]?.request.headers.authorization, undefined);
});

const packed = (values: number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64');

test('vectors are requested and read as base64', async (t) => {
  const { embedder, seen } = await setUp(t, ({ input }, response) =>
    json(response, 200, { data: input.map((text, index) => ({ index, embedding: packed(vectorOf(text)) })) }),
  );
  const [found] = await embedder.embed(['a'.repeat(12)], 'passage');
  assert.deepEqual(found?.vectors, [Float32Array.of(12 / 13, 3 / 13, 4 / 13)]);
  assert.equal(seen[0]?.body.encoding_format, 'base64');
});

const withoutBase64: Record<string, Respond> = {
  'refuses it': (_, response) => json(response, 422, {}),
  'fails on it': (_, response) => json(response, 500, {}),
  'returns nothing for it': data(),
  'returns null for it': data({ index: 0, embedding: null }),
  'returns another encoding for it': data({ index: 0, embedding: 'not base64' }),
};
for (const [name, respond] of Object.entries(withoutBase64)) {
  test(`an endpoint that ${name} gets every later call without base64`, async (t) => {
    const { embedder, seen } = await setUp(t, (one, response) =>
      one.body.encoding_format ? respond(one, response) : good(one, response),
    );
    assert.equal((await embedder.embed(['a'], 'query')).length, 1);
    const tried = seen.length;
    assert.equal((await embedder.embed(['b'], 'query')).length, 1);
    assert.deepEqual(
      seen.slice(tried - 1).map(({ body }) => body.encoding_format),
      [undefined, undefined],
    );
  });
}

test('once base64 has worked, a failing endpoint is not called again without it', async (t) => {
  const { embedder, seen, endpoint } = await setUp(t);
  await embedder.embed(['a'], 'query');
  endpoint.respond = (_, response) => json(response, 500, {});
  await assert.rejects(embedder.embed(['b'], 'query'), /returned 500/);
  assert.deepEqual(
    seen.map(({ body }) => body.encoding_format),
    ['base64', 'base64', 'base64'],
  );
});

test('the key is sent as a bearer token and is in no error message', async (t) => {
  const { embedder, seen } = await setUp(t, (_, response) => json(response, 401, { error: { message: 'bad sk-1' } }), {
    apiKey: 'sk-1',
  });
  await assert.rejects(embedder.embed(['a'], 'query'), (error: EmbeddingUnavailable) => {
    assert.equal(error.message, 'The embedding endpoint returned 401');
    assert.equal(error.textRefused, false);
    return true;
  });
  assert.equal(seen[0]?.request.headers.authorization, 'Bearer sk-1');
});

test('concurrent callers share calls of at most 64 inputs; queries go first and share no call with passages', async (t) => {
  let release = () => {};
  const twoCalls = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { embedder, seen } = await setUp(t, async (one, response) => {
    if (seen.length === 2) release();
    await twoCalls;
    good(one, response);
  });
  await Promise.all([
    ...Array.from({ length: 100 }, (_, n) => embedder.embed([`passage ${n}`], 'passage')),
    ...Array.from({ length: 3 }, (_, n) => embedder.embed([`query ${n}`], 'query')),
  ]);
  const sizes = seen.map(({ input }) => input.length);
  // One key has two calls at once: had the passages gone first, they would have taken both.
  assert.deepEqual([sizes.slice(0, 2).sort((a, b) => a - b), sizes.slice(2)], [[3, 64], [36]]);
  for (const { input } of seen) assert.equal(new Set(input.map((text) => text.split(' ')[0])).size, 1);
  assert.equal(embedder.state().pending, 0);
});

test('a key finds a free slot however much another has sent, and its inputs share no call with the flood', async (t) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let floodIsOut = () => {};
  const twoCalls = new Promise<void>((resolve) => {
    floodIsOut = resolve;
  });
  const { embedder, seen } = await setUp(t, async (one, response) => {
    if (seen.length === 2) floodIsOut();
    if (one.input.includes('short')) release();
    await released; // without the other key's input nothing is ever returned
    good(one, response);
  });
  const flood = Array.from({ length: 1_000 }, (_, n) => embedder.embed([`flood ${n}`], 'passage', undefined, 'a'));
  await twoCalls;
  assert.equal((await embedder.embed(['short'], 'passage', undefined, 'b')).length, 1);
  assert.deepEqual(seen[2]?.input, ['short']);
  assert.equal((await Promise.all(flood)).length, 1_000);
});

test('a long text has one vector per passage, a long query one', async (t) => {
  const { embedder } = await setUp(t);
  const text = 'Maria moved to Lisbon. '.repeat(200);
  assert.ok(((await embedder.embed([text], 'passage'))[0]?.vectors.length ?? 0) > 3);
  assert.equal((await embedder.embed([text], 'query'))[0]?.vectors.length, 1);
});

const broken: Record<string, Respond> = {
  'too few vectors': data(),
  'too many vectors': data({ index: 0, embedding: [1] }, { index: 1, embedding: [1] }),
  'an index twice': ({ input }, response) =>
    json(response, 200, { data: input.map(() => ({ index: 0, embedding: [1] })) }),
  'an index out of range': data({ index: 7, embedding: [1] }),
  'NaN, which JSON writes as null': data({ index: 0, embedding: [1, null] }),
  'a number that is infinite': (_, response) => response.end('{"data":[{"index":0,"embedding":[1e999]}]}'),
  'a zero vector': data({ index: 0, embedding: [0, 0] }),
  'an empty vector': data({ index: 0, embedding: [] }),
  'an empty text for a vector': data({ index: 0, embedding: '' }),
  'a text that is not base64': data({ index: 0, embedding: 'not a vector' }),
  'base64 of half a number': data({ index: 0, embedding: packed([1, 2]).slice(0, 8) }),
  'base64 of NaN': data({ index: 0, embedding: packed([1, Number.NaN]) }),
  'text instead of JSON': (_, response) => response.end('<html>'),
};
for (const [name, respond] of Object.entries(broken)) {
  test(`a response with ${name} is rejected`, async (t) => {
    const { embedder } = await setUp(t, respond);
    const texts = name === 'an index twice' ? ['a', 'b'] : ['a'];
    await assert.rejects(embedder.embed(texts, 'passage'), EmbeddingUnavailable);
  });
}

test('a dimension other than that of the first response is rejected', async (t) => {
  const { embedder, endpoint } = await setUp(t);
  await embedder.embed(['a'], 'query');
  endpoint.respond = data({ index: 0, embedding: [1, 2] });
  await assert.rejects(embedder.embed(['b'], 'query'), /2 dimensions instead of 3/);
});

test('a call to an endpoint that does not respond in time fails', async (t) => {
  const { embedder } = await setUp(t, () => {}, { timeout: 50 });
  await assert.rejects(embedder.embed(['a'], 'query'), /did not respond within 50 ms/);
});

for (const status of [429, 500, 503]) {
  test(`a call that returns ${status} is retried once`, async (t) => {
    const { embedder, seen, endpoint, pauses } = await setUp(t, (_, response) => {
      endpoint.respond = good;
      json(response, status, {});
    });
    assert.equal((await embedder.embed(['a'], 'query')).length, 1);
    assert.equal(seen.length, 2);
    assert.deepEqual(pauses, [250]);
  });
}

test('a broken connection is retried once and then reported', async (t) => {
  const { embedder, seen } = await setUp(t, (one) => one.request.socket.destroy());
  await assert.rejects(embedder.embed(['a'], 'query'), /did not respond/);
  assert.equal(seen.length, 2);
});

test('a short Retry-After is honoured, and a long one ends the call', async (t) => {
  const wait = (seconds: string): Respond => {
    return (_, response) => response.writeHead(429, { 'retry-after': seconds }).end('{}');
  };
  const { embedder, seen, endpoint, pauses } = await setUp(t, wait('1'));
  await assert.rejects(embedder.embed(['a'], 'query'), /returned 429/);
  assert.deepEqual([pauses, seen.length], [[1_000], 2]);
  endpoint.respond = wait('60');
  await assert.rejects(embedder.embed(['b'], 'query'), /returned 429/);
  assert.deepEqual([pauses, seen.length], [[1_000], 3]);
});

test('a text that the endpoint refuses fails alone and is marked as refused', async (t) => {
  const { embedder } = await setUp(t, (one, response) =>
    one.input.includes('bad') ? json(response, 400, {}) : good(one, response),
  );
  const texts = [...Array.from({ length: 9 }, (_, n) => `good ${n}`), 'bad', 'good too'];
  const results = await Promise.allSettled(texts.map((text) => embedder.embed([text], 'passage')));
  results.forEach((result, index) => {
    assert.equal(result.status, texts[index] === 'bad' ? 'rejected' : 'fulfilled');
    if (result.status === 'rejected') assert.equal(result.reason.textRefused, true);
  });
});

test('an endpoint that accepts fewer inputs per call gets fewer from then on', async (t) => {
  const { embedder, seen } = await setUp(t, (one, response) =>
    one.input.length > 16 ? json(response, 413, {}) : good(one, response),
  );
  const texts = Array.from({ length: 64 }, (_, n) => `text ${n}`);
  await embedder.embed(texts, 'passage');
  const before = seen.length;
  await embedder.embed(texts, 'passage');
  assert.deepEqual(
    seen.slice(before).map(({ input }) => input.length),
    [16, 16, 16, 16],
  );
});

test('a caller can stop waiting, and a closed embedder rejects calls', async (t) => {
  const { embedder } = await setUp(t, () => {});
  const controller = new AbortController();
  const call = embedder.embed(['a'], 'query', controller.signal);
  controller.abort();
  await assert.rejects(call, EmbeddingUnavailable);
  await embedder.close();
  await assert.rejects(embedder.embed(['a'], 'query'), /closed/);
});

test('a kept-alive connection that the server closed is replaced, without a pause', async (t) => {
  const { embedder, seen, endpoint, pauses } = await setUp(t);
  await embedder.embed(['a'], 'passage');
  endpoint.respond = ({ request }) => {
    endpoint.respond = good;
    request.socket.destroy();
  };
  assert.deepEqual((await embedder.embed(['bb'], 'passage'))[0]?.vectors[0]?.length, 3);
  assert.equal(seen.length, 3);
  assert.deepEqual(pauses, []);
});
