import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashOf } from '../../src/edge/idempotency/seal.js';
import { claimRequest } from '../../src/edge/idempotency/store.js';
import { claimJob, listJobs } from '../../src/jobs/store.js';
import { MINUTE } from '../../src/kernel/clock.js';
import { TestClock } from '../../test/support/clock.js';
import { newPlace } from '../../test/support/databases.js';
import { startTestService } from '../../test/support/service.js';

const KIND = 'embed-backlog';

describe('a process that takes over a data folder', () => {
  it('resumes at once what its predecessor had in flight', async () => {
    const place = await newPlace('sqlite');
    const clock = new TestClock();
    const first = await startTestService('sqlite', { place, clock, background: false });
    const { id, key } = await first.mint();
    const now = clock.now();
    const job = { id: `recurring:${KIND}`, kind: KIND, owner: 'dead', now, leaseMs: MINUTE, pauseMs: MINUTE };
    assert.equal(await first.database.system(claimJob, job), true);
    const claim = {
      ...{ keyId: id, token: hashOf('POST /memory/store', 'token'), userId: 'ann', owner: 'dead' },
      ...{ bodyHash: hashOf('token', 'not known'), now, leaseUntil: now + MINUTE, forgottenSince: 0 },
    };
    assert.equal((await first.database.system(claimRequest, claim)).outcome, 'mine');
    await first.stop(); // leaves both leases behind, as a crash would

    const second = await startTestService('sqlite', { place, clock, background: false });
    await second.jobs.runDue();
    const jobs = await second.database.system(listJobs, {
      now: clock.now(),
      kind: null,
      state: null,
      after: '',
      limit: 100,
    });
    assert.equal(jobs.find((one) => one.id === job.id)?.lease_owner, null);
    assert.equal((await second.database.system(claimRequest, claim)).outcome, 'mine');
    const other = await second.call('POST', '/memory/store', {
      ...{ key, body: { user_id: 'ann', content: 'Another body' }, headers: { 'idempotency-key': 'token' } },
    });
    assert.equal(other.status, 409, 'another body is still another body');
    await second.stop();
    await place.remove();
  });
});
