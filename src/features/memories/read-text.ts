import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns.js';
import { riskOf } from '../../language/risk.js';
import { sketchOf } from '../../language/sketch.js';
import type { Request } from '../request.js';
import { type Words, wordsOf } from './term-rows.js';
import type { PackedVectors } from './vectors.js';

/** What is read from a text when it is stored. */
export interface Reading {
  risk: number;
  words: Words;
  bands: readonly number[];
  /** Of our own model, where the memory's are of another one. */
  own?: PackedVectors;
}

/** Units of work (kernel/turns.ts) per character, at worst: 100,000 characters take some 120 ms. */
const UNITS = 6;

export const readingTask = defineTask('memories.read', reading);

export function* reading(text: string): Work<Reading> {
  const words = wordsOf(text);
  yield text.length * (UNITS / 2);
  const risk = riskOf(text);
  yield text.length * (UNITS / 2);
  return { risk, words, bands: sketchOf(text) };
}

type Reader = Pick<Request, 'compute' | 'db' | 'signal'>;

/** Reads a text, a long one off the main thread. */
export const readText = ({ compute, db, signal }: Reader, text: string): Promise<Reading> =>
  compute.run(readingTask, text, { flow: db.keyId, units: text.length * UNITS, signal });
