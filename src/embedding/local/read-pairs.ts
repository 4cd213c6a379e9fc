import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { Tensor } from 'onnxruntime-node';
import { READER_FILES } from '../models/bundled.js';
import { type Inference, openSession } from './inference.js';

/** Tokens of both texts plus the three special ones: what the reader was trained with. */
const MOST_TOKENS = 192;
const CLS = 101;
const SEP = 102;
/** Characters of a text that can matter: its tokens are cut anyway, and tokenising a book takes long. */
const MOST_CHARACTERS = 2_000;

/** The reader: five logits for the relation of a pair, and one each for relevance, for being worth keeping and for being needed. */
export async function loadReader(folder: string, threads: number): Promise<Inference> {
  const description = JSON.parse(await readFile(join(folder, READER_FILES.tokenizer), 'utf8'));
  const tokenizer = new Tokenizer({ ...description, padding: null, truncation: null }, {});
  const session = await openSession(join(folder, READER_FILES.weights), threads);
  const tokens = (text: string) => tokenizer.encode(text.slice(0, MOST_CHARACTERS)).ids.slice(1, -1);

  return {
    async run(input) {
      const [a, b] = fit(tokens(input[0] as string), tokens(input[1] as string));
      const ids = [CLS, ...a, SEP, ...b, SEP];
      const shape = [1, ids.length];
      const first = a.length + 2;
      const outputs = await session.run({
        input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        token_type_ids: new Tensor('int64', new BigInt64Array(ids.length).fill(1n, first), shape),
      });
      const of = (name: string) => outputs[name]?.data as Float32Array;
      const vector = Float32Array.from([...of('relation'), ...of('relevance'), ...of('keep'), ...of('needed')]);
      return { vector, tokens: ids.length };
    },
    release: () => session.release(),
  };
}

/** Shortens the longer of two texts until both fit. */
function fit(a: number[], b: number[]): [number[], number[]] {
  const room = MOST_TOKENS - 3;
  if (a.length + b.length <= room) return [a, b];
  const half = room >> 1;
  if (a.length <= half) return [a, b.slice(0, room - a.length)];
  if (b.length <= half) return [a.slice(0, room - b.length), b];
  return [a.slice(0, half), b.slice(0, room - half)];
}
