import { systemRead, systemWrite, tenantSearch } from '../../src/storage/statement.js';

export interface Faults {
  /** Of every use of the driver, how many fail: 0 to 1. */
  chance: number;
  seed: number;
  /** Only in texts that begin with this. */
  only?: string;
  /** So many and no more. */
  times?: number;
}

let arm: (faults: Faults) => void = () => {};
/** Inside a database thread: what its driver is told. */
export function onArm(given: (faults: Faults) => void): void {
  arm = given;
}

// One per thread.
export const armWriter = systemWrite('test.armWriter', async (_tx, faults: Faults) => arm(faults));
export const armReader = systemRead('test.armReader', async (_tx, faults: Faults) => arm(faults));
export const armSearcher = tenantSearch('test.armSearcher', async (_tx, faults: Faults) => arm(faults));

export const faultStatements = [armWriter, armReader, armSearcher];
