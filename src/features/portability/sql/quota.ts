import { tenantWrite, tenantWriteWhenFull } from '../../../storage/statement.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../../keys/quota.js';

/** Counts an import of several transactions before the first, so that one which does not fit is refused whole. */
export const reserveQuota = tenantWrite('portability.reserve', (tx, input: QuotaRequest) => takeQuota(tx, input));

export const returnQuota = tenantWriteWhenFull('portability.return', (tx, input: QuotaRequest) =>
  giveBackQuota(tx, input),
);
