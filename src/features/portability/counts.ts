import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { HELD_NAMES, type HeldName } from './sql/holding-records.js';

/** What exports and imports count separately. */
export type Kind = 'memories' | 'links' | HeldName;
const KINDS: readonly Kind[] = ['memories', 'links', ...HELD_NAMES];

export interface ImportFigures {
  imported: number;
  duplicates: number;
  errors: number;
}

const byKind = <T extends z.ZodType>(value: T) =>
  z.object({ memories: value, links: value, episodes: value, procedures: value, emotional: value });

export const exportCounts = byKind(whole);
export const importCounts = byKind(z.object({ imported: whole, duplicates: whole, errors: whole }));

export const noFigures = () =>
  Object.fromEntries(KINDS.map((kind) => [kind, { imported: 0, duplicates: 0, errors: 0 }])) as Record<
    Kind,
    ImportFigures
  >;
