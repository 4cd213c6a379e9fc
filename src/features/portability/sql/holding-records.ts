import { tenantRead, tenantWrite } from '../../../storage/statement.js';
import { HOLDINGS } from '../../all-holdings.js';
import type { HeldRecord, HeldScope, Holding } from '../../holdings.js';
import { HELD_TYPES } from '../envelope.js';

export type HeldName = keyof typeof HELD_TYPES;
export const HELD_NAMES = Object.keys(HELD_TYPES) as HeldName[];

export const isPortable = (name: string): name is HeldName => Object.hasOwn(HELD_TYPES, name);

const holdingOf = (name: string): Holding => {
  const found = HOLDINGS.find((holding) => holding.name === name);
  if (!found) throw new Error(`Nothing is held under the name ${name}`);
  return found;
};

interface HeldPageRequest {
  name: HeldName;
  scope: HeldScope;
  after: string;
  limit: number;
}

export const exportHeld = tenantRead(
  'portability.exportHeld',
  async (tx, { name, scope, after, limit }: HeldPageRequest): Promise<{ entries: string[]; last: string | null }> => {
    const records = await holdingOf(name).page(tx, scope, after, limit);
    return { entries: records.map((record) => JSON.stringify(record)), last: records.at(-1)?.id ?? null };
  },
);

/** Returns how many were added; null if this kind cannot be imported. */
export const importHeld = tenantWrite(
  'portability.importHeld',
  async (tx, input: { name: HeldName; records: HeldRecord[]; now: number }): Promise<number | null> =>
    (await holdingOf(input.name).restore?.(tx, input.records, input.now)) ?? null,
);
