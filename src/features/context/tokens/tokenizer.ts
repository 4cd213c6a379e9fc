import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { Merger } from './merge.js';
import { Vocabulary } from './vocabulary.js';

const FILE = 'gpt-tokenizer/data/o200k_base.tiktoken';

/** Counts tokens as o200k_base does. See docs/decisions/0005-token-counting.md. */
export interface Tokenizer {
  /** The number of tokens; counting stops above `limit`, then the answer is just some number above it. */
  count(text: string, limit?: number): number;
  /** How many characters of the text's beginning make at most `limit` tokens. */
  room(text: string, limit: number): number;
}

let loading: Promise<Tokenizer> | undefined;

/** Read on first use: most processes never make a context. */
export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= read().catch((error) => {
    loading = undefined; // a file that could not be read now may be readable later
    throw error;
  });
  return loading;
}

async function read(): Promise<Tokenizer> {
  const merger = new Merger(new Vocabulary(await readFile(createRequire(import.meta.url).resolve(FILE))));
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(1_024);
  const countPiece = (piece: string) => {
    if (bytes.length < piece.length * 3) bytes = new Uint8Array(piece.length * 3);
    return merger.count(bytes, encoder.encodeInto(piece, bytes).written);
  };
  return {
    count(text, limit = Number.POSITIVE_INFINITY) {
      let tokens = 0;
      for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
        tokens += countPiece(piece);
        if (tokens > limit) break;
      }
      return tokens;
    },
    room(text, limit) {
      let tokens = 0;
      for (const piece of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
        tokens += countPiece(piece[0]);
        if (tokens > limit) return piece.index;
      }
      return text.length;
    },
  };
}
