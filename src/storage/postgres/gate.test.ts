import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gate } from './gate.js';

/** Nineteen places for keys. */
const CONNECTIONS = 20;
const LIMITS = { deadline: Number.POSITIVE_INFINITY };

/** Runs of a key that last until they are let go. */
function held(gate: Gate, keyId: string, count: number) {
  const inside: (() => void)[] = [];
  const all = Array.from({ length: count }, () =>
    gate.run(keyId, LIMITS, () => new Promise<void>((resolve) => void inside.push(resolve))),
  );
  const end = async () => {
    for (let done = 0; done < count; done++) {
      while (inside.length === 0) await sleep(1);
      inside.shift()?.();
    }
    await Promise.all(all);
  };
  return { inside, end };
}
const slowly = (gate: Gate, keyId: string) => gate.run(keyId, LIMITS, () => sleep(250));

describe('the connections that one key may hold', () => {
  it('are three quarters, so that another finds one', async () => {
    const gate = new Gate(CONNECTIONS);
    const greedy = held(gate, 'a', 30);
    const other = held(gate, 'b', 1);
    await sleep(5);
    assert.equal(greedy.inside.length, 14);
    assert.equal(other.inside.length, 1);
    await Promise.all([greedy.end(), other.end()]);
  });

  it('are an eighth when its statements take long and others are at work', async () => {
    const gate = new Gate(CONNECTIONS);
    await slowly(gate, 'a');
    await gate.run('b', LIMITS, async () => {});
    const greedy = held(gate, 'a', 10);
    await sleep(5);
    assert.equal(greedy.inside.length, 2);
    await greedy.end();
  });

  it('stay three quarters for a key that is alone, and for short statements', async () => {
    const gate = new Gate(CONNECTIONS);
    await slowly(gate, 'a');
    const alone = held(gate, 'a', 20);
    await sleep(5);
    assert.equal(alone.inside.length, 14);
    await alone.end();
    const quick = held(gate, 'b', 20);
    await sleep(5);
    assert.equal(quick.inside.length, 14);
    await quick.end();
  });

  it('are not won back by short statements between the long ones', async () => {
    const gate = new Gate(CONNECTIONS);
    await slowly(gate, 'a');
    await gate.run('b', LIMITS, async () => {});
    for (let i = 0; i < 50; i++) await gate.run('a', LIMITS, async () => {});
    const greedy = held(gate, 'a', 10);
    await sleep(5);
    assert.equal(greedy.inside.length, 2);
    await greedy.end();
  });
});
