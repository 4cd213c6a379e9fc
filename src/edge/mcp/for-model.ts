import { hash } from 'node:crypto';
import { inTurns, type Work } from '../../kernel/turns/turns.js';
import { RISK_FLAGGED, riskOf } from '../../readers/risk/risk.js';

export const WITHHELD = 'Withheld: this text reads like instructions to an agent.';
const WITHHELD_MEMORY =
  'Left out: this memory reads like instructions to an agent. Call retrieve_memory with include_flagged to see it.';
export const UNREAD = 'Left out: this response is too long to be checked for instructions to an agent. Ask for less.';

/** Characters assessed per response: about half a second on a small machine, during which others get their turns. */
const MAX_CHARACTERS = 1_000_000;
/** Units of work (see `turns.ts`) per assessed character, and per string whose risk is known. */
const JUDGED = 1.5;
const KNOWN = 5;
/** Ids that the service makes: a single word without meaning. */
const OWN_ID = /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/;

interface Reader {
  left: number;
}

/** What a record with a risk says. The risk was determined when it was stored, from its vectors as well, which are not here. */
const ASSESSED = new Set(['content', 'name', 'description', 'trigger', 'steps']);

/** Fields of JSON that belongs to the caller: it stays as it was stored. */
const OF_CALLERS = new Set(['content', 'metadata']);

/**
 * What a model receives: no string in any field that looks like instructions aimed at the model, unless it asked for them, and no fields of ours
 * that are null, which would only cost context. All tool results, resources and prompts pass through here.
 */
export const forModel = (value: unknown, includeFlagged = false): Promise<unknown> =>
  inTurns(shown(value, includeFlagged ? null : { left: MAX_CHARACTERS }));

/** Without a reader nothing is withheld. */
function* shown(value: unknown, reader: Reader | null, isOfCaller = false): Work<unknown> {
  if (typeof value === 'string') return reader ? yield* shownText(value, reader, WITHHELD) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return yield* shownList(value, reader, isOfCaller);
  const isFlagged = reader !== null && !isOfCaller && 'risk' in value && Number(value.risk) >= RISK_FLAGGED;
  const entries: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const isCallers = isOfCaller || OF_CALLERS.has(name);
    if ((item === null && !isCallers) || item === undefined) continue;
    const key = reader ? yield* shownText(name, reader, WITHHELD) : name;
    if (isFlagged && ASSESSED.has(name)) {
      entries.push([key, name === 'content' ? WITHHELD_MEMORY : Array.isArray(item) ? [WITHHELD] : WITHHELD]);
      continue;
    }
    const isContent = reader && name === 'content' && typeof item === 'string';
    entries.push([
      key,
      isContent ? yield* shownText(item, reader, WITHHELD_MEMORY) : yield* shown(item, reader, isCallers),
    ]);
  }
  return Object.fromEntries(entries);
}

function* shownList(list: readonly unknown[], reader: Reader | null, isOfCaller: boolean): Work<unknown[]> {
  // Texts that are harmless one by one may not be when read together: tags, steps.
  if (reader && list.length > 1 && list.every((item) => typeof item === 'string')) {
    const read = list.join(' ');
    if ((yield* shownText(read, reader, WITHHELD)) !== read) return [WITHHELD];
  }
  const items: unknown[] = [];
  for (const item of list) items.push(yield* shown(item, reader, isOfCaller));
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

/** Risks by text, for the most recently assessed texts: field names and whatever is returned repeatedly. */
const known = new Map<string, number>();
const MAX_KNOWN = 20_000;
/** Longer texts are stored by their hash. */
const LONGEST_KEPT = 64;

const placeOf = (text: string) => (text.length <= LONGEST_KEPT ? text : `#${hash('sha256', text, 'base64')}`);

function remember(place: string, risk: number): void {
  if (known.size >= MAX_KNOWN) known.clear(); // it soon fills up again
  known.set(place, risk);
}
