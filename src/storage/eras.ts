/**
 * No number of the journal is used twice, not even after a restore, which knows nothing of what was written since the backup: it lets the numbers
 * continue at the next multiple of this, at the beginning of a new era. Nobody writes as many entries, and there is room for 8,000 restores.
 */
export const ERA = 2 ** 40;

/** Where the era after that of a number begins. */
export const nextEra = (seq: number): number => (Math.floor(seq / ERA) + 1) * ERA;
