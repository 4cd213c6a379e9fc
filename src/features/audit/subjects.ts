import { ID_PREFIXES } from '../../kernel/ids.js';
import { PUBLIC_PREFIX } from '../keys/secret.js';

/** Ids that the service generated. Names that callers choose may say something about a person. */
const OWN_ID = new RegExp(
  `^((${Object.values(ID_PREFIXES).join('|')})[0-9a-hjkmnp-tv-z]{26}|${PUBLIC_PREFIX}[0-9A-Za-z]{20})$`,
);
const FIELDS = ['id', 'ids', 'memory_id', 'memory_ids', 'from_id', 'to_id', 'episode_id', 'procedure_id'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The ids of what a call was about, taken from its input and its response; never a text. */
export function subjectsOf(input: Record<string, unknown>, response: unknown): string[] {
  const found = new Set<string>();
  const places = isRecord(response) ? [input, response, response.receipt] : [input];
  for (const place of places) {
    if (!isRecord(place)) continue;
    for (const field of FIELDS) {
      const value = place[field];
      if (value === undefined) continue;
      for (const id of Array.isArray(value) ? value : [value])
        if (typeof id === 'string' && OWN_ID.test(id)) found.add(id);
    }
  }
  return [...found];
}
