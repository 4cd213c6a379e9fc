import { addressOf } from '../../state/router.js';

export const PARTS = ['episodes', 'procedures', 'agents', 'working'] as const;
export type RecordPart = (typeof PARTS)[number];

/** In the query, not in the path: names of agents and sessions may be `..` or contain slashes. */
export const recordAddress = (part: RecordPart, query: Record<string, string> = {}): string =>
  addressOf(`records/${part}`, new URLSearchParams(query));
