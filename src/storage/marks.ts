import { hash } from 'node:crypto';
import { BriefCache } from '../kernel/brief-cache.js';

/** Words recur, and a memory's sketch is looked up before it is written. */
const known = new BriefCache<string>(20_000);

/**
 * A word of one user, or a number of a sketch, as stored in PostgreSQL's word index: 53 bits that no other user's words share. One index then serves
 * all users, and each lookup reads the entries of one user only.
 */
export function markOf(keyId: string, userId: string, word: string): string {
  return known.get(`${keyId}\0${userId}\0${word}`, computed);
}

function computed(text: string): string {
  const hex = hash('sha1', text);
  return String(Number.parseInt(hex.slice(0, 12), 16) * 32 + (Number.parseInt(hex.slice(12, 14), 16) >> 3));
}

/** Words are letters and digits, so a sketch's number is never one. */
export const bandMark = (keyId: string, userId: string, band: number) => markOf(keyId, userId, `#${band}`);
