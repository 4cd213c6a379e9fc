/** What a memory can be about. Read from its vector (readers/traits.ts); `other` until it has one. */
export const CATEGORIES = [
  'preferences',
  'people',
  'tasks',
  'events',
  'technical',
  'commerce',
  'location',
  'health',
  'facts',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];
