import { createHash } from 'node:crypto';

/**
 * A word of one user, or a number of a sketch, as PostgreSQL's index of words knows it: 53 bits that no other user's words have. One index then
 * serves all users, and each look-up reads the entries of one of them.
 */
export function markOf(keyId: string, userId: string, word: string): string {
  const bits = createHash('sha1').update(`${keyId}\0${userId}\0${word}`).digest();
  return String(bits.readUIntBE(0, 6) * 32 + ((bits[6] as number) >> 3));
}

/** Words are letters and digits, so a sketch's number is never one. */
export const bandMark = (keyId: string, userId: string, band: number) => markOf(keyId, userId, `#${band}`);
