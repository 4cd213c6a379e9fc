import { idiomAt } from './idioms.js';
import { EMOJI, EMOTICONS, shortened, valenceOf } from './lexicon.js';
import { degreeOf, isConcession, isContrast, isNegator } from './modifiers.js';
import { LEXICAL } from './parameters.js';
import type { Token } from './tokens.js';

type Word = Token & { kind: 'word' };

const CLAUSE_END = /[.,;:!?…—–()]/;
const QUOTE = /["“”]/;
/** "not only", "not just": they reverse nothing. */
const NOT_ONLY = new Set(['only', 'just', 'merely', 'simply']);

const strengthen = (value: number, by: number) => value + Math.sign(value) * by;

/** Reads one sentence from left to right. */
export class SentenceReader {
  #sum = 0;
  #hits = 0;
  readonly #plain: string[];
  #negatedUntil = -1;
  #bareNo = false;
  #factor = 1;
  #conceding = false;
  #quoted = false;
  #word = 0;
  #degrees: { word: number; degree: number }[] = [];
  #exclamations = 0;
  #lastPicture = '';
  #pictureWeight = 1;

  constructor(
    readonly tokens: readonly Token[],
    readonly shoutingCounts: boolean,
  ) {
    this.#plain = tokens.map((token) => (token.kind === 'word' ? token.text.replaceAll("'", '') : ''));
  }

  read(): { sum: number; hits: number } {
    for (let at = 0; at < this.tokens.length; ) at += this.#take(at);
    this.#endClause();
    let sum = this.#sum;
    const stress = Math.min(this.#exclamations, LEXICAL.exclamations) * LEXICAL.exclamation;
    if (sum !== 0) sum = strengthen(sum, stress);
    const last = this.tokens.findLast((token) => token.kind !== 'emoji' && token.kind !== 'emoticon');
    if (last?.kind === 'mark' && last.text.includes('?') && !last.text.includes('!')) sum *= LEXICAL.question;
    return { sum, hits: this.#hits };
  }

  #add(value: number): void {
    if (value === 0) return;
    this.#sum += value * this.#factor * (this.#conceding ? LEXICAL.conceded : 1);
    this.#hits++;
  }

  /** Reads what begins at `at` and returns how many tokens it spans. */
  #take(at: number): number {
    const token = this.tokens[at] as Token;
    if (token.kind === 'mark') this.#mark(token.text);
    else if (token.kind === 'word') return this.#wordAt(at, token);
    else this.#picture(token);
    return 1;
  }

  #mark(text: string): void {
    for (const mark of text) if (mark === '!') this.#exclamations++;
    if (QUOTE.test(text)) this.#quoted = !this.#quoted;
    if (CLAUSE_END.test(text)) this.#endClause();
  }

  #endClause(): void {
    if (this.#bareNo) this.#add(LEXICAL.bareNo);
    this.#bareNo = false;
    this.#negatedUntil = -1;
    this.#conceding = false;
    this.#degrees = [];
  }

  /** Repeating the same emoji adds less each time. */
  #picture(token: Token): void {
    const value = (token.kind === 'emoji' ? EMOJI : EMOTICONS).get(token.text) ?? 0;
    this.#pictureWeight = token.text === this.#lastPicture ? this.#pictureWeight / 2 : 1;
    this.#lastPicture = token.text;
    this.#add(value * this.#pictureWeight);
  }

  #wordAt(at: number, token: Word): number {
    const word = token.text;
    this.#word++;
    const idiom = idiomAt(this.#plain, at);
    if (idiom) {
      this.#word += idiom.words - 1;
      if (idiom.valence !== 0) this.#feel(idiom.valence, token);
      return idiom.words;
    }
    if (isContrast(word)) this.#contrast();
    else if (isConcession(word)) this.#conceding = true;
    else if (isNegator(word)) this.#negate(word, this.#plain[at + 1] ?? '');
    else {
      const [drawnOut] = shortened(word).filter((form) => degreeOf(form) !== 0);
      const degree = degreeOf(drawnOut ?? word);
      const valence = valenceOf(word);
      if (degree !== 0 && (valence === null || valenceFollows(this.#plain, at))) this.#strengthenNext(degree);
      else if (valence !== null) this.#feel(valence, token);
    }
    return 1;
  }

  /** Only the last few degree words can affect a feeling. */
  #strengthenNext(degree: number): void {
    this.#degrees.push({ word: this.#word, degree });
    if (this.#degrees.length > LEXICAL.degreeReach) this.#degrees.shift();
  }

  #contrast(): void {
    this.#endClause();
    this.#sum *= LEXICAL.beforeContrast;
    if (this.#word > 1) this.#factor = LEXICAL.afterContrast;
  }

  #negate(word: string, next: string): void {
    if (NOT_ONLY.has(next)) return;
    const twice = this.#word <= this.#negatedUntil;
    this.#negatedUntil = twice ? -1 : this.#word + LEXICAL.negationReach;
    this.#bareNo = word === 'no' && !twice;
  }

  #feel(valence: number, token: Word): void {
    let value = valence;
    if (token.shouted && this.shoutingCounts) value = strengthen(value, LEXICAL.shout);
    if (shortened(token.text).length > 0) value = strengthen(value, LEXICAL.drawnOut);
    for (const { word, degree } of this.#degrees) {
      const distance = this.#word - word;
      if (distance > LEXICAL.degreeReach) continue;
      value = strengthen(value, degree * LEXICAL.degree * LEXICAL.degreeFade ** (distance - 1));
    }
    if (this.#word <= this.#negatedUntil) {
      value *= value > 0 ? LEXICAL.negatedPositive : LEXICAL.negatedNegative;
      this.#bareNo = false;
    }
    if (this.#quoted) value *= LEXICAL.quoted;
    this.#add(value);
  }
}

/** "pretty good", "awfully nice": a word with a feeling of its own acts as an intensifier directly before another feeling. */
const valenceFollows = (plain: readonly string[], at: number) => valenceOf(plain[at + 1] ?? '') !== null;
