import { HOLDINGS } from '../all-holdings.js';
import type { HeldRecord, Holding } from '../holdings.js';
import { isPortable } from '../portability/sql/holding-records.js';
import { conflicts } from './conflict-section.js';
import { links } from './link-section.js';
import { history, memories } from './memory-sections.js';
import { pageOf, type Section } from './section.js';

const heldSection = (holding: Holding): Section<HeldRecord> => ({
  name: holding.name,
  async page(tx, userId, after, limit) {
    const found = await holding.page(tx, { userId }, after ? String(after[0]) : '', limit);
    return pageOf(
      found,
      limit,
      (record) => [record.id],
      (record) => record,
    );
  },
  // What an export cannot contain appears and disappears by itself: sessions end, retrievals are logged.
  proof: (record) => (isPortable(holding.name) ? { id: record.id, text: JSON.stringify(record) } : null),
});

/** Everything about a user, in the order of the export and of the proof. */
export const SECTIONS: readonly Section[] = [
  ...([memories, history, links, conflicts] as Section[]),
  ...(HOLDINGS.map(heldSection) as Section[]),
];
export const SECTION_NAMES = SECTIONS.map((section) => section.name);
