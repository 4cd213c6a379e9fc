import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Gate } from './gate.js';

/** Leaves nineteen places for keys. */
const CONNECTIONS = 20;
const LIMITS = { statement: 'walk', deadline: Number.POSITIVE_INFINITY };
const QUICK = { ...LIMITS, statement: 'look' };
/** After this, the key's quick statement is known to be quick. */
const known = (gate: Gate, keyId: string) => gate.run(keyId, QUICK, async () => {});

/** Runs of a key that last until they are released. */
function held(gate: Gate, keyId: string, count: number, limits = LIMITS) {
  const inside: (() => void)[] = [];
  const all = Array.from({ length: count }, () =>
    gate.run(keyId, limits, () => new Promise<void>((resolve) => void inside.push(resolve))),
  );
  const end = async () => {
    for (let done = 0; done < count; done++) {
      while (inside.length === 0) await turn();
      inside.shift()?.();
    }
    await Promise.all(all);
  };
  return { inside, end };
}
/** Long enough to count as slow: the gate measures how long a run takes. */
const slowly = (gate: Gate, keyId: string) => gate.run(keyId, LIMITS, () => sleep(250));

describe('the connections that one key may hold', () => {
  it('are three quarters, so that another finds one', async () => {
    const gate = new Gate(CONNECTIONS);
    await known(gate, 'a');
    const greedy = held(gate, 'a', 30, QUICK);
    const other = held(gate, 'b', 1);
    await turn();
    assert.equal(greedy.inside.length, 14);
    assert.equal(other.inside.length, 1);
    await Promise.all([greedy.end(), other.end()]);
  });

  it('are an eighth for slow or unmeasured statements while other keys are active', async () => {
    const gate = new Gate(CONNECTIONS);
    await known(gate, 'b');
    const unknown = held(gate, 'a', 10);
    await turn();
    assert.equal(unknown.inside.length, 2);
    await unknown.end();
    await slowly(gate, 'a');
    await known(gate, 'a');
    const greedy = held(gate, 'a', 10);
    await turn();
    assert.equal(greedy.inside.length, 2);
    const quick = held(gate, 'b', 10, QUICK);
    await turn();
    assert.equal(quick.inside.length, 10);
    await Promise.all([greedy.end(), quick.end()]);
  });

  it('are three quarters for a key that is alone', async () => {
    const gate = new Gate(CONNECTIONS);
    await slowly(gate, 'a');
    const alone = held(gate, 'a', 20);
    await turn();
    assert.equal(alone.inside.length, 14);
    await alone.end();
  });

  it('are not regained by quick runs between slow ones', async () => {
    const gate = new Gate(CONNECTIONS);
    await slowly(gate, 'a');
    await known(gate, 'b');
    for (let i = 0; i < 50; i++) await gate.run('a', LIMITS, async () => {});
    const greedy = held(gate, 'a', 10);
    await turn();
    assert.equal(greedy.inside.length, 2);
    await greedy.end();
  });
});
