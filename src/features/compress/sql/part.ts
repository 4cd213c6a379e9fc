import { raw } from '../../../storage/sql.js';

/** The link `l` says that a memory was compressed into another one, whatever else has superseded it since. Episodes and copies have other parts. */
export const IS_PART = raw(
  "l.relationship = 'part_of' and l.automatic = 1 and l.metadata ->> 'strategy' in ('summarize', 'merge')",
);
