import { tenantRead } from '../../../storage/statement.js';
import type { Place } from '../section.js';
import { SECTIONS } from '../sections.js';

export interface UserPageRequest {
  userId: string;
  section: string;
  after: Place | null;
  limit: number;
}

/** A page of one list of a user's export, each record as JSON: serialized here because on SQLite this is not the main thread. */
export const userPage = tenantRead(
  'users.page',
  async (tx, input: UserPageRequest): Promise<{ entries: string[]; next: Place | null }> => {
    const section = SECTIONS.find((one) => one.name === input.section);
    if (!section) throw new Error(`A user's export has no list ${input.section}`);
    const { records, next } = await section.page(tx, input.userId, input.after, input.limit);
    return { entries: records.map((record) => JSON.stringify(record)), next };
  },
);
