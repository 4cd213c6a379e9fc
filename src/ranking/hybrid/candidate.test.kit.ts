import type { Candidate } from './candidate.js';

export const NOW = Date.parse('2026-11-15T12:00:00Z');
export const DAY = 86_400_000;

/** A candidate with nothing special about it. */
export const candidate = (id: string, content: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  content,
  cosine: 0.6,
  lexical: 1,
  fused: 0.5,
  at: NOW - 400 * DAY,
  createdAt: NOW - 400 * DAY,
  group: null,
  position: null,
  importance: 5,
  outcomeScore: 0.5,
  supersededBy: null,
  ...more,
});
