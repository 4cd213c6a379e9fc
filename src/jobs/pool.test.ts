import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../../test/support/databases.js';
import { systemClock } from '../kernel/clock.js';
import { silentLog } from '../kernel/log.js';
import { JobPool } from './pool.js';
import { claimJob, finishJob } from './store.js';

/** Jobs that run until the test ends them. */
class HeldJobs {
  readonly kind = 'test';
  readonly #waiting = new Map<string, string>();
  readonly #running: { keyId: string; mayGoOn: () => boolean; end: () => void }[] = [];
  #began = () => {};

  add(keyId: string, ids: readonly string[]): void {
    for (const id of ids) this.#waiting.set(id, keyId);
  }
  async waitForWrites(): Promise<void> {}
  async find(limit: number, keys: readonly string[] | null, except: readonly string[]) {
    const found = [...this.#waiting].map(([id, keyId]) => ({ id, keyId }));
    return found.filter(({ keyId }) => (keys?.includes(keyId) ?? true) && !except.includes(keyId)).slice(0, limit);
  }
  run({ id, keyId }: { id: string; keyId: string }, _owner: string, _signal: AbortSignal, mayGoOn: () => boolean) {
    this.#waiting.delete(id);
    return new Promise<void>((end) => {
      this.#running.push({ keyId, mayGoOn, end });
      this.#began();
    });
  }
  of(keyId: string) {
    return this.#running.filter((job) => job.keyId === keyId);
  }
  async has(keyId: string, count: number): Promise<void> {
    while (this.of(keyId).length < count) {
      await new Promise<void>((resolve) => {
        this.#began = resolve;
      });
    }
  }
  end(keyId: string, count: number): void {
    for (const job of this.of(keyId).slice(0, count)) {
      this.#running.splice(this.#running.indexOf(job), 1);
      job.end();
    }
  }
}

forEachEngine('a pool of jobs', (open) => {
  it('lets a key hold no more places than it leaves free', { timeout: 60_000 }, async () => {
    const database = await open();
    const jobs = new HeldJobs();
    const add = async (keyId: string, count: number) => {
      const ids = Array.from({ length: count }, (_, n) => `${keyId} ${n}`);
      const make = async (id: string) => {
        await database.system(claimJob, { id, kind: 'test', owner: 'test', now: 1, leaseMs: 1, pauseMs: 1 });
        await database.system(finishJob, { id, owner: 'test', runAt: 1, error: null });
      };
      await Promise.all(ids.map(make));
      jobs.add(keyId, ids);
      pool.wake([keyId]);
    };
    const mayGoOn = (keyId: string) => jobs.of(keyId).every((job) => job.mayGoOn());
    const pool = new JobPool({ database, clock: systemClock, log: silentLog, nodeId: 'node' }, jobs);
    pool.start();
    await add('first', 100);
    await jobs.has('first', 100);
    assert.equal(mayGoOn('first'), true, 'alone it may hold all it needs');
    await add('second', 100);
    await jobs.has('second', 78);
    await add('third', 1);
    await jobs.has('third', 1);
    assert.equal(jobs.of('second').length, 78, 'the rest waits: 78 places were left');
    assert.deepEqual([mayGoOn('first'), mayGoOn('third')], [false, true], 'it holds more than are left');
    jobs.end('first', 10);
    await jobs.has('second', 82);
    assert.deepEqual([jobs.of('first').length, jobs.of('second').length], [90, 82]);
    for (const key of ['first', 'second', 'third']) jobs.end(key, Number.POSITIVE_INFINITY);
    await jobs.has('second', 18);
    jobs.end('second', 18);
    await pool.stop();
  });
});
