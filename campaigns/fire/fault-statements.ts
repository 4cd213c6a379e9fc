import { systemRead, systemWrite, tenantSearch } from '../../src/storage/statement.js';

interface Faults {
  /** The share of driver calls that fail: 0 to 1. */
  chance: number;
  seed: number;
  /** Only in SQL that begins with this. */
  only?: string;
  /** At most this many times. */
  times?: number;
}

let arm: (faults: Faults) => void = () => {};
/** Inside a database thread: registers what arms its driver. */
export function onArm(given: (faults: Faults) => void): void {
  arm = given;
}

// One per thread.
export const armWriter = systemWrite('test.armWriter', async (_tx, faults: Faults) => arm(faults));
export const armReader = systemRead('test.armReader', async (_tx, faults: Faults) => arm(faults));
export const armSearcher = tenantSearch('test.armSearcher', async (_tx, faults: Faults) => arm(faults));

export const faultStatements = [armWriter, armReader, armSearcher];
