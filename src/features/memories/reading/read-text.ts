import { defineTask } from '../../../compute/task.js';
import type { Work } from '../../../kernel/turns/turns.js';
import { riskOf } from '../../../readers/risk/risk.js';
import { type Words, wordsOf } from '../../../storage/words.js';
import { sketchOf } from '../../../text/sketch.js';
import type { Request } from '../../request.js';
import type { PackedVectors } from '../sql/vectors.js';

/** What is read from a text when it is stored. */
export interface Reading {
  risk: number;
  words: Words;
  bands: readonly number[];
  /** Vectors of our own model, if those of the memory are from another one. */
  own?: PackedVectors;
}

/** Units of work (kernel/turns/turns.ts) per character, at worst: 100,000 characters take about 120 ms. */
const UNITS = 6;

export const readingTask = defineTask('memories.read', reading);

export function* reading({ text, spoken }: { text: string; spoken: string }): Work<Reading> {
  const words = wordsOf(spoken);
  yield text.length * (UNITS / 2);
  const risk = riskOf(spoken);
  yield text.length * (UNITS / 2);
  return { risk, words, bands: sketchOf(text) };
}

export type Reader = Pick<Request, 'compute' | 'db' | 'signal'>;

/** Reads a text; a long one off the main thread. `spoken`: the text it is found by, if that is longer (`spokenText`). */
export const readText = (reader: Reader, text: string, spoken = text): Promise<Reading> =>
  reader.compute.run(
    readingTask,
    { text, spoken },
    {
      flow: reader.db.keyId,
      units: text.length * UNITS,
      // A short text is read at once: its caller needs no signal.
      get signal() {
        return reader.signal;
      },
    },
  );
