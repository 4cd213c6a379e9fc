import { hash } from 'node:crypto';

/** Words recur, and a memory's sketch is looked up before it is written. Beyond this number all are forgotten. */
const MOST_KNOWN = 20_000;
const known = new Map<string, string>();

/**
 * A word of one user, or a number of a sketch, as stored in PostgreSQL's word index: 53 bits that no other user's words share. One index then serves
 * all users, and each lookup reads the entries of one user only.
 */
export function markOf(keyId: string, userId: string, word: string): string {
  const text = `${keyId}\0${userId}\0${word}`;
  let mark = known.get(text);
  if (mark === undefined) {
    const hex = hash('sha1', text);
    mark = String(Number.parseInt(hex.slice(0, 12), 16) * 32 + (Number.parseInt(hex.slice(12, 14), 16) >> 3));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, mark);
  }
  return mark;
}

/** Words are letters and digits, so a sketch's number is never one. */
export const bandMark = (keyId: string, userId: string, band: number) => markOf(keyId, userId, `#${band}`);
