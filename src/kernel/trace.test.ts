import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { currentSpan, inside, remoteSpan, spanned, traceHeaders } from './trace.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const GIVEN = `00-${TRACE}-${PARENT}-01`;

/** The headers of an outgoing request that is made inside a trace with these incoming headers. */
const passedOn = (traceparent: unknown, tracestate?: unknown) => {
  const span = remoteSpan(traceparent, tracestate);
  return span && inside(span, traceHeaders);
};

describe('traceparent', () => {
  it('is passed on with its state', () => {
    assert.deepEqual(passedOn(GIVEN), { traceparent: GIVEN });
    assert.deepEqual(passedOn(GIVEN, 'a=1, b@c=2'), { traceparent: GIVEN, tracestate: 'a=1, b@c=2' });
    assert.deepEqual(passedOn(GIVEN.replace(/01$/, '00')), { traceparent: GIVEN.replace(/01$/, '00') });
  });

  it('is read as far as its fields are known if its version is newer', () => {
    assert.deepEqual(passedOn(`cc-${TRACE}-${PARENT}-01-what-the-future-brings`), { traceparent: GIVEN });
    assert.deepEqual(passedOn(`cc-${TRACE}-${PARENT}-ff`), { traceparent: GIVEN.replace(/01$/, '03') });
  });

  it('is ignored together with its state if it is invalid', () => {
    for (const wrong of [
      ...[undefined, '', GIVEN.toUpperCase(), `${GIVEN}-more`, `${GIVEN} `, `${GIVEN}, ${GIVEN}`, [GIVEN]],
      ...[`ff-${TRACE}-${PARENT}-01`, `00-${'0'.repeat(32)}-${PARENT}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`],
      ...[
        `00-${TRACE.slice(1)}-${PARENT}-01`,
        `00-${TRACE}-${PARENT}`,
        `cc-${TRACE}-${PARENT}-01.x`,
        `0-${TRACE}-${PARENT}-1`,
      ],
    ]) {
      assert.equal(remoteSpan(wrong, 'a=1'), null, String(wrong));
    }
  });

  it('is passed on without a state that is too long or not a valid header', () => {
    for (const wrong of ['a'.repeat(513), 'a=\u00e9', '', ['a=1']]) {
      assert.deepEqual(passedOn(GIVEN, wrong), { traceparent: GIVEN });
    }
  });

  it('is passed on neither by work that outlives its request nor outside of a request', async () => {
    assert.deepEqual(traceHeaders(), {});
    const span = remoteSpan(GIVEN, undefined);
    assert.ok(span);
    await inside(span, async () => {
      assert.equal(await spanned({ name: 'not recorded', kind: 1 }, async () => currentSpan()), span);
      assert.deepEqual(inside(undefined, traceHeaders), {});
      span.end();
      assert.deepEqual(traceHeaders(), {});
    });
  });
});
