import type { Migration } from './types.js';

/** Which part of a statement a contradiction is about. */
export const conflictPart: Migration = {
  number: 9,
  name: 'part of a conflict',
  statements: () => ['alter table conflicts add column part text'],
};
