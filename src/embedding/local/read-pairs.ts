import { join } from 'node:path';
import { READER_FILES } from '../models/bundled.js';
import { type Inference, inputsOf, openSession } from './inference.js';
import { readTokenizer } from './tokens.js';

/** Tokens of both texts plus the three special ones: what the reader was trained with. */
const MOST_TOKENS = 192;
const CLS = 101;
const SEP = 102;
/** Characters of a text that can matter: its tokens are cut anyway, and tokenising a book takes long. */
const MOST_CHARACTERS = 2_000;

/** GELU by tanh instead of erf: saves 7 % of the time. What it changes is in docs/models/reader.md. */
const APPROXIMATE = { extra: { optimization: { enable_gelu_approximation: '1' } } };

/** The reader: five logits for the relation of a pair, and one each for relevance, for being worth keeping and for being needed. */
export async function loadReader(folder: string): Promise<Inference> {
  const tokenizer = await readTokenizer(join(folder, READER_FILES.tokenizer));
  const session = await openSession(join(folder, READER_FILES.weights), APPROXIMATE);
  const tokens = (text: string) => tokenizer.encode(text.slice(0, MOST_CHARACTERS)).ids.slice(1, -1);

  return {
    async run(input) {
      const [a, b] = fit(tokens(input[0] as string), tokens(input[1] as string));
      const ids = [CLS, ...a, SEP, ...b, SEP];
      const outputs = await session.run(inputsOf(ids, a.length + 2));
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
