import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import type { Caller } from '../keys/caller.js';
import { type AuditedCall, AuditLog } from './log.js';
import { subjectsOf } from './subjects.js';

describe('recording audit entries', () => {
  it('limits the rows written for free keys and for callers without a key', async () => {
    const clock = new TestClock();
    const written: { calls: number; actor: string }[] = [];
    const database = { system: async (_: unknown, rows: typeof written) => void written.push(...rows) };
    const log = new AuditLog({ database: database as never, clock, days: 90, secret: 's' });
    const free: Caller = { kind: 'key', keyId: 'free', name: '', tier: 'free', scopes: [], address: '' };
    const call = (caller: Caller, i: number): AuditedCall => ({
      ...{ caller: { ...caller, address: `2001:db8:${i.toString(16)}::1` }, action: `action${i % 50}`, status: 200 },
      ...{ via: 'http', requestId: 'r', single: i % 2 === 0, subjects: Array(100).fill('mem_0123456789') },
    });
    const CALLS = 60_000;
    for (let i = 0; i < CALLS; i++) {
      log.note(call(free, i % 65_536));
      log.note(call({ kind: 'anonymous', address: '' }, i % 65_536));
      if (i % 500 === 0) await log.flush();
      if (i % 40 === 0) clock.advance(1_000);
    }
    await log.close();
    for (const actor of ['free', 'anonymous']) {
      const rows = written.filter((row) => row.actor === actor);
      assert.equal(
        rows.reduce((sum, { calls }) => sum + calls, 0),
        CALLS,
        'none is lost',
      );
      assert.ok(rows.length < CALLS / 2, `${actor} has ${rows.length} rows`);
    }
  });

  it('keeps entries until they can be written', async () => {
    const clock = new TestClock();
    const rows: { id: string; calls: number }[] = [];
    let fails = true;
    const system = async (_: unknown, given: typeof rows) => {
      if (fails) throw new Error('unavailable');
      rows.push(...given);
    };
    const log = new AuditLog({ database: { system } as never, clock, days: 90, secret: 's' });
    const admin: Caller = { kind: 'admin', address: '127.0.0.1' };
    const call = { caller: admin, action: 'a', status: 200, via: 'http' as const, requestId: 'r' };
    log.note({ ...call, single: true });
    log.note({ ...call, single: false });
    await assert.rejects(log.flush());
    log.note({ ...call, single: false });
    await assert.rejects(log.flush());
    fails = false;
    await log.close();
    assert.deepEqual(rows.map(({ calls }) => calls).sort(), [1, 2]);
  });

  it('does not record ids chosen by callers as subjects', () => {
    const own = `mem_${'0'.repeat(26)}`;
    assert.deepEqual(subjectsOf({ id: own, memory_ids: ['ann@example.org', own] }, { ids: [`ep_${'1'.repeat(26)}`] }), [
      own,
      `ep_${'1'.repeat(26)}`,
    ]);
    assert.deepEqual(subjectsOf({ id: 'Ann keeps a heron' }, null), []);
  });
});
