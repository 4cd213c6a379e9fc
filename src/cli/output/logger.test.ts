import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pc from 'picocolors';
import { createLogger, gathered } from './logger.js';
import { progressBar } from './progress.js';
import { readableLog } from './readable-log.js';

function collected() {
  const lines: string[] = [];
  return { lines, write: (text: string) => void lines.push(text) };
}

describe('the log', () => {
  it('never contains the headers that carry credentials', () => {
    const out = collected();
    const headers = { authorization: 'Bearer rec_sk_x', cookie: 'rec_sk_x', 'x-api-key': 'rec_sk_x', accept: '*/*' };
    const log = createLogger('info', out);
    log.info({ headers, req: { headers }, request: { headers }, ...headers }, 'a request');
    assert.equal(out.lines.length, 1);
    assert.ok(!out.lines[0]?.includes('rec_sk_x'), out.lines[0]);
    assert.ok(out.lines[0]?.includes('*/*'));
  });

  it("omits from an error what may be a caller's data", () => {
    const out = collected();
    const failure = new Error('duplicate key', { cause: new Error('because') });
    const extra = { code: '23505', detail: 'Key (name)=(secret words) already exists', parameters: ['secret words'] };
    createLogger('info', out).error({ err: Object.assign(failure, extra) }, 'failed');
    const [line = ''] = out.lines;
    assert.ok(!line.includes('secret words'), line);
    assert.match(line, /duplicate key.*23505.*because/);
  });

  it('respects its level', () => {
    const out = collected();
    const log = createLogger('warn', out);
    log.info({}, 'unheard');
    log.warn({}, 'heard');
    assert.equal(out.lines.length, 1);
  });

  it('writes the lines of an event loop turn together, and at once if one is a warning', async () => {
    const out = collected();
    const log = createLogger('info', gathered(out));
    log.info({}, 'first');
    log.info({}, 'second');
    assert.equal(out.lines.length, 0);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(out.lines.join(), /first.*\n.*second.*\n$/);
    assert.equal(out.lines.length, 1);
    log.info({}, 'third');
    log.warn({}, 'fourth');
    assert.match(out.lines[1] ?? '', /third.*\n.*fourth.*\n$/);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(out.lines.length, 2);
  });

  it('is readable on a terminal', () => {
    const out = collected();
    const log = createLogger('info', readableLog(out.write, pc.createColors(false)));
    log.warn({ model: 'bge', reason: 'two words', err: new Error('broken') }, 'trouble');
    const [line = ''] = out.lines;
    assert.match(line, /^\d\d:\d\d:\d\d warn {2}trouble model=bge reason="two words"\nError: broken\n/);
  });
});

describe('progress', () => {
  const part = { file: 'model.onnx', source: 'hub' as const, total: 100 };

  it('is a bar on a terminal, cleared at the end', () => {
    const out = collected();
    const bar = progressBar({ isTTY: true, write: out.write }, pc.createColors(false));
    bar.show({ ...part, received: 50 });
    bar.show({ ...part, received: 100 });
    bar.end();
    assert.match(out.lines[0] ?? '', /█{12}░{12}/);
    assert.match(out.lines[1] ?? '', /█{24}/);
    assert.equal(out.lines.at(-1), '\r\x1b[K');
  });

  it('is a few plain lines elsewhere', () => {
    const out = collected();
    const bar = progressBar({ write: out.write }, pc.createColors(false));
    for (let received = 0; received <= 1e7; received += 1e5) bar.show({ ...part, total: 1e7, received });
    for (let received = 0; received <= 100; received++) bar.show({ ...part, file: 'model.onnx.json', received });
    bar.end();
    assert.equal(out.lines.length, 5 + 1);
    assert.ok(out.lines.every((line) => /^downloading model\.onnx\S* from hub: .*\n$/.test(line)));
  });
});
