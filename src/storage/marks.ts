import { hash } from 'node:crypto';

/**
 * A word of one user, or a number of a sketch, as stored in PostgreSQL's word index: 53 bits that no other user's words share. One index then serves
 * all users, and each lookup reads the entries of one user only.
 */
export function markOf(keyId: string, userId: string, word: string): string {
  const hex = hash('sha1', `${keyId}\0${userId}\0${word}`);
  return String(Number.parseInt(hex.slice(0, 12), 16) * 32 + (Number.parseInt(hex.slice(12, 14), 16) >> 3));
}

/** Words are letters and digits, so a sketch's number is never one. */
export const bandMark = (keyId: string, userId: string, band: number) => markOf(keyId, userId, `#${band}`);
