import { createHash } from 'node:crypto';
import { inTurns, type Work } from '../../kernel/turns/turns.js';
import { RISK_FLAGGED, riskOf } from '../../readers/risk/risk.js';

export const WITHHELD = 'Withheld: this text reads like instructions to an agent.';
export const WITHHELD_MEMORY =
  'Left out: this memory reads like instructions to an agent. Call retrieve_memory with include_flagged to see it.';
export const UNREAD = 'Left out: this response is too long to be checked for instructions to an agent. Ask for less.';

/** Characters judged for one answer: about half a second on a small machine, others have their turns meanwhile. */
const MOST_CHARACTERS = 1_000_000;
/** Units of work (see `turns.ts`) for a character that is judged, and for a string whose risk is known. */
const JUDGED = 1.5;
const KNOWN = 5;
/** Ids that the service makes: one word of no meaning. */
const OWN_ID = /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/;

interface Reader {
  left: number;
}

/**
 * What a model is handed: no string, whatever field it stands in, that looks like instructions aimed at it, unless it was asked for, and no
 * empty fields, which would only cost context. All tool results, resources and prompts come through here.
 */
export const forModel = (value: unknown, includeFlagged = false): Promise<unknown> =>
  inTurns(shown(value, includeFlagged ? null : { left: MOST_CHARACTERS }));

/** Without a reader nothing is withheld. */
function* shown(value: unknown, reader: Reader | null): Work<unknown> {
  if (typeof value === 'string') return reader ? yield* shownText(value, reader, WITHHELD) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return yield* shownList(value, reader);
  const entries: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    if (item === null || item === undefined) continue;
    const key = reader ? yield* shownText(name, reader, WITHHELD) : name;
    const isContent = reader && name === 'content' && typeof item === 'string';
    entries.push([key, isContent ? yield* shownText(item, reader, WITHHELD_MEMORY) : yield* shown(item, reader)]);
  }
  return Object.fromEntries(entries);
}

function* shownList(list: readonly unknown[], reader: Reader | null): Work<unknown[]> {
  // What is harmless piece by piece may be none when it is read on: tags, steps.
  if (reader && list.length > 1 && list.every((item) => typeof item === 'string')) {
    const read = list.join(' ');
    if ((yield* shownText(read, reader, WITHHELD)) !== read) return [WITHHELD];
  }
  const items: unknown[] = [];
  for (const item of list) items.push(yield* shown(item, reader));
  return items;
}

function* shownText(text: string, reader: Reader, instead: string): Work<string> {
  if (OWN_ID.test(text)) return text;
  const place = placeOf(text);
  let risk = known.get(place);
  yield KNOWN + (risk === undefined ? text.length * JUDGED : 0);
  if (risk === undefined) {
    if (text.length > reader.left) return UNREAD;
    reader.left -= text.length;
    risk = riskOf(text);
    remember(place, risk);
  }
  return risk < RISK_FLAGGED ? text : instead;
}

/** Risks by text, of the last ones judged: names of fields and what is returned again and again. */
const known = new Map<string, number>();
const MOST_KNOWN = 20_000;
/** Longer texts are remembered by their hash. */
const LONGEST_KEPT = 64;

const placeOf = (text: string) =>
  text.length <= LONGEST_KEPT ? text : `#${createHash('sha256').update(text).digest('base64')}`;

function remember(place: string, risk: number): void {
  if (known.size >= MOST_KNOWN) known.clear(); // all of it is soon there again
  known.set(place, risk);
}
