import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import type { Tensor } from 'onnxruntime-node';
import { READER_FILES } from '../models/bundled.js';
import { type Inference, inputsOf, openSession } from './inference.js';
import { readTokenizer } from './tokens.js';

/** Tokens of both texts plus the three special ones: what the reader was trained with. */
const MAX_TOKENS = 192;
const CLS = 101;
const SEP = 102;
/** Characters of a text that can matter: its tokens are cut anyway, and tokenising a book takes long. */
const MAX_CHARACTERS = 2_000;

/** GELU by tanh instead of erf: saves 7 % of the time. What it changes is in docs/models/reader.md. */
const APPROXIMATE = { extra: { optimization: { enable_gelu_approximation: '1' } } };

export async function openReader(folder: string) {
  const tokenizer = await readTokenizer(join(folder, READER_FILES.tokenizer));
  return { tokenizer, session: await openSession(join(folder, READER_FILES.weights), APPROXIMATE) };
}

/** What a reading of a pair returns, in this order. */
const LOGITS = ['relation', 'relevance', 'keep', 'needed'] as const;

/**
 * The reader: five logits for the relation of a pair, and one each for relevance, for being worth keeping and for being needed. For a triple that ends
 * with `gone`: a logit for each word of the first text.
 */
export async function loadReader(folder: string): Promise<Inference> {
  const { tokenizer, session } = await openReader(folder);
  const spans = await openSession(join(folder, READER_FILES.spans));

  async function gone(first: string, { ids, second }: EncodedPair): Promise<Float32Array> {
    const { states } = await session.run(inputsOf(ids, second), ['states']);
    const logits = (await spans.run({ states: states as Tensor })).gone?.data as Float32Array;
    let at = 1; // after the first special token
    return Float32Array.from(wordsOf(tokenizer, first, second - 2), ({ tokens }) => {
      const own = logits.subarray(at, at + tokens);
      at += tokens;
      return own.reduce((sum, logit) => sum + logit, 0) / Math.max(1, tokens);
    });
  }

  return {
    async run([first, other, asked]) {
      const pair = encodePair(tokenizer, first as string, other as string);
      const tokens = pair.ids.length;
      if (asked === 'gone') return { vector: await gone(first as string, pair), tokens };
      const outputs = await session.run(inputsOf(pair.ids, pair.second), LOGITS);
      const of = (name: string) => outputs[name]?.data as Float32Array;
      return { vector: Float32Array.from(LOGITS.flatMap((name) => [...of(name)])), tokens };
    },
    async release() {
      await session.release();
      await spans.release();
    },
  };
}

/** A pair as the reader gets it. */
interface EncodedPair {
  ids: number[];
  /** Where the tokens of the second text begin. */
  second: number;
}

const encode = (tokenizer: Tokenizer, text: string) => tokenizer.encode(text.slice(0, MAX_CHARACTERS)).ids.slice(1, -1);

export function encodePair(tokenizer: Tokenizer, first: string, other: string): EncodedPair {
  const [a, b] = fit(encode(tokenizer, first), encode(tokenizer, other));
  return { ids: [CLS, ...a, SEP, ...b, SEP], second: a.length + 2 };
}

/** The words in the first `most` tokens of a text, by character. The tokenizer never joins words, so each can be encoded by itself. */
export function wordsOf(tokenizer: Tokenizer, text: string, most: number) {
  const words: { from: number; to: number; tokens: number }[] = [];
  let left = most;
  for (const { 0: word, index } of text.slice(0, MAX_CHARACTERS).matchAll(/\S+/g)) {
    const tokens = encode(tokenizer, word).length;
    left -= tokens;
    if (left < 0) break;
    words.push({ from: index, to: index + word.length, tokens });
  }
  return words;
}

/** Shortens the longer of two texts until both fit. */
function fit(a: number[], b: number[]): [number[], number[]] {
  const room = MAX_TOKENS - 3;
  if (a.length + b.length <= room) return [a, b];
  const half = room >> 1;
  if (a.length <= half) return [a, b.slice(0, room - a.length)];
  if (b.length <= half) return [a.slice(0, room - b.length), b];
  return [a.slice(0, half), b.slice(0, room - half)];
}
