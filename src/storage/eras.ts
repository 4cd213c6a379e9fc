import { SECOND } from '../kernel/clock.js';

/**
 * No number of the journal is used twice, not even after a restore, which knows nothing of what was written since the backup: it lets the numbers
 * continue at a multiple of this, at the beginning of a new era. Nobody writes as many entries per second, so an era that is the Unix time in seconds
 * is later than all before it, those of other restores of the same backup included. There is room until 2242.
 */
export const ERA = 2 ** 20;

/** Where the era after that of a number begins. */
export const nextEra = (seq: number): number => (Math.floor(seq / ERA) + 1) * ERA;

/** Where the era of a restore at this time begins, unless the clock is behind: then it is the era after that of the last number. */
export const eraAt = (now: number): number => Math.floor(now / SECOND) * ERA;
