import { tenantWrite, tenantWriteWhenFull } from '../../../storage/statement.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';

/** Counts an import that takes several transactions before the first one, so that an import over the allowance is refused as a whole. */
export const reserveQuota = tenantWrite('portability.reserve', (tx, input: QuotaRequest) => takeQuota(tx, input));

export const returnQuota = tenantWriteWhenFull('portability.return', (tx, input: QuotaRequest) =>
  giveBackQuota(tx, input),
);
