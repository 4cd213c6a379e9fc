import { type Trigrams, trigramsOf, type Varied } from '../../ranking/diversity.js';
import { READ, type Statement, statementOf } from '../../text/same-statement.js';
import type { Entry } from './formats.js';
import { isoDay, plainText } from './plain.js';

/** Characters read of every memory in the pool. */
const BEGINNING = 3_000;
/** Units of work per character of a statement: its words are stemmed and its trigrams collected. */
const STATEMENT_UNITS = 2;

export interface Found {
  id: string;
  content: string;
  valid_from: number | null;
  created_at: number;
  relevance: number;
  /** In a portrait: a plan whose time has passed. */
  isOver?: boolean;
}

/** A memory of the pool. Most of the pool is never shown, so its text is read no further than needed. */
export class Candidate implements Entry, Varied {
  readonly id: string;
  readonly date: string;
  readonly relevance: number;
  readonly trigrams: Trigrams;
  readonly isVisible: boolean;
  readonly isPartial: boolean;
  /** Units of work spent on reading its beginning. */
  readonly read: number;
  readonly #reach: number;
  readonly #content: string;
  #text: string | undefined;
  #statement: Statement | undefined;

  /** `reach` is the most characters of it that could be shown. */
  constructor(memory: Found, reach: number) {
    this.id = memory.id;
    this.date = isoDay(memory.valid_from ?? memory.created_at);
    this.relevance = memory.relevance;
    this.#content = memory.content;
    this.#reach = reach;
    this.isPartial = memory.content.length > reach;
    this.read = Math.min(BEGINNING, memory.content.length);
    const beginning = plainText(memory.content.slice(0, BEGINNING));
    this.trigrams = trigramsOf(beginning);
    this.isVisible = beginning !== '';
  }

  get text(): string {
    this.#text ??= plainText(this.#content.slice(0, this.#reach));
    return this.#text;
  }

  get statement(): Statement {
    this.#statement ??= statementOf(this.#content);
    return this.#statement;
  }

  /** Returns the units of work it took: none the second time. */
  readStatement(): number {
    if (this.#statement) return 0;
    this.#statement = statementOf(this.#content);
    return STATEMENT_UNITS * Math.min(READ, this.#content.length);
  }
}
