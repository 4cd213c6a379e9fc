import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import type { Found } from './candidate.js';
import { partWith } from './cut.js';
import { CHARACTERS_PER_TOKEN, filling } from './fill.js';
import { FORMATS, type Format } from './formats.js';
import { loadTokenizer, type Tokenizer } from './tokens/tokenizer.js';
import { varied } from './varied.js';

export interface ComposeInput {
  /** Most useful first. */
  found: readonly Found[];
  format: Format;
  maxTokens: number;
  /** Of the question. */
  terms: ReadonlySet<string>;
}
export interface Composed {
  ids: string[];
  tokens: number;
  formatted: Record<Format, string>;
}

/** Characters of the pool, most useful first, as a multiple of what could be shown: anything beyond has no chance of a place. */
const POOL_SHARE = 4;

/** What composing needs of the pool: texts no longer than could be shown, plus one character if there is more; with terms, the part that has them. */
export function poolOf(found: readonly Found[], maxTokens: number, terms: ReadonlySet<string>): Found[] {
  const reach = maxTokens * CHARACTERS_PER_TOKEN;
  const pool: Found[] = [];
  let left = reach * POOL_SHARE;
  for (const { id, content, valid_from, created_at, relevance } of found) {
    if (left <= 0) break;
    const cut = content.length <= reach ? content : partWith(content, terms, reach);
    left -= cut.length;
    pool.push({ id, content: cut, valid_from, created_at, relevance });
  }
  return pool;
}

/** Never so few that the vocabulary would be read on the main thread. */
const MIN_UNITS = 10_000;
/** Units of work per character: it is read, compared and counted in four formats. */
const UNITS = 4;

export const composingUnits = (found: readonly Found[]) =>
  found.reduce((units, { content }) => units + content.length * UNITS, MIN_UNITS);

/** Selects from what was found, each statement once, and writes it in every format within the budget. */
export const composeContext = defineTask('context.compose', async (input: ComposeInput) =>
  composing(await loadTokenizer(), input),
);

function* composing(tokenizer: Tokenizer, { found, format, maxTokens, terms }: ComposeInput): Work<Composed> {
  const chosen = yield* filling(tokenizer, format, varied(found, maxTokens), maxTokens, terms);
  const formatted = {} as Record<Format, string>;
  for (const other of FORMATS) {
    formatted[other] =
      other === format ? chosen.context : (yield* filling(tokenizer, other, chosen.entries, maxTokens, terms)).context;
  }
  return { ids: chosen.entries.map((entry) => entry.id), tokens: chosen.tokens, formatted };
}
