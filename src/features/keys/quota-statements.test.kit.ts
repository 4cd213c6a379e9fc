import { threadServing } from '../../../test/support/thread.js';
import { ping } from '../../storage/sqlite/engine.js';
import { tenantWrite } from '../../storage/statement.js';
import { readEvents } from '../events/sql/journal.js';
import { giveBackQuota, type QuotaRequest, quotaUsed, takeQuota } from './sql/quota.js';

/** What a statement that stores memories does first. */
export const take = tenantWrite('test.take', takeQuota);
export const giveBack = tenantWrite('test.give-back', giveBackQuota);
export const takeAndFail = tenantWrite('test.take-and-fail', async (tx, request: QuotaRequest) => {
  await takeQuota(tx, request);
  throw new Error('after the quota was taken');
});

export const THREAD = threadServing([ping, take, giveBack, takeAndFail, quotaUsed, readEvents], import.meta.url);
