import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { inTurns, type Work } from '../../../kernel/turns/turns.js';
import { Merger } from './merge.js';
import { Vocabulary } from './vocabulary.js';

const FILE = 'gpt-tokenizer/data/o200k_base.tiktoken';

/** Counts tokens as o200k_base does. See docs/decisions/0005-token-counting.md. */
export interface Tokenizer {
  /** The number of tokens; counting stops above `limit`, and then the result is just some number above it. */
  count(text: string, limit?: number): Work<number>;
  /** How many characters from the beginning of the text make at most `limit` tokens. */
  room(text: string, limit: number): Work<number>;
}

let loading: Promise<Tokenizer> | undefined;

/** Loaded on first use: most processes never compose a context. */
export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= read().catch((error) => {
    loading = undefined; // a file that could not be read now may be readable later
    throw error;
  });
  return loading;
}

/** Pieces with more characters than this are merged with pauses. */
const LONG_PIECE = 2_000;
/** Characters after which progress is reported. */
const REPORT_EVERY = 2_000;

async function read(): Promise<Tokenizer> {
  const merger = new Merger(
    await inTurns(Vocabulary.read(await readFile(createRequire(import.meta.url).resolve(FILE)))),
  );
  const encoder = new TextEncoder();
  const shared = new Uint8Array(LONG_PIECE * 3);
  function* walk(text: string, limit: number): Work<{ tokens: number; room: number }> {
    let tokens = 0;
    let reported = 0;
    for (const piece of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
      if (piece[0].length <= LONG_PIECE) tokens += merger.count(shared, encoder.encodeInto(piece[0], shared).written);
      else {
        tokens += yield* merger.counting(encoder.encode(piece[0])); // others may count meanwhile
        reported = piece.index + piece[0].length;
      }
      if (tokens > limit) return { tokens, room: piece.index };
      if (piece.index - reported < REPORT_EVERY) continue;
      yield piece.index - reported;
      reported = piece.index;
    }
    return { tokens, room: text.length };
  }
  return {
    *count(text, limit = Number.POSITIVE_INFINITY) {
      return (yield* walk(text, limit)).tokens;
    },
    *room(text, limit) {
      return (yield* walk(text, limit)).room;
    },
  };
}
