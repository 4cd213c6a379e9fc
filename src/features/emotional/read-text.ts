import { currentOf, EmbeddingUnavailable } from '../../embedding/embedder.js';
import { splitPassages } from '../../embedding/passages.js';
import { blend, type Sentiment, sentimentOf } from '../../language/sentiment/feeling.js';
import { readLexically } from '../../language/sentiment/lexical.js';
import { type ModelReading, readWithModel } from '../../language/sentiment/model-reading.js';
import type { Request } from '../request.js';
import { feelingModelOf } from './feeling-models.js';

/** Longer than a first call needs to learn from the prototypes; what takes longer is read by its words alone. */
const MODEL_BUDGET_MS = 8_000;
/** Passages of a long text that the model reads, spread evenly from its first to its last: about 1,200 words. The words are all read. */
export const PASSAGES_READ = 8;
/** Emoji and marks mean nothing to the models' vectors. */
const HAS_WORDS = /\p{L}/u;

export interface TextReading {
  sentiment: Sentiment;
  valence: number;
  readBy: 'words' | 'words_and_model';
}

/** The feeling of a text. Never fails: without a model its words decide. */
export async function readText(request: Request, text: string): Promise<TextReading> {
  const model = await readByModel(request, text);
  const valence = blend(readLexically(text), model);
  return { sentiment: sentimentOf(valence), valence, readBy: model ? 'words_and_model' : 'words' };
}

async function readByModel(request: Request, text: string): Promise<ModelReading | null> {
  if (!HAS_WORDS.test(text)) return null;
  const embedder = currentOf(request.embedder);
  const signal = AbortSignal.timeout(MODEL_BUDGET_MS);
  try {
    const model = await orGiveUp(feelingModelOf(embedder), signal);
    if (!model) return null;
    const embedded = await embedder.embed(
      spread(splitPassages(text), PASSAGES_READ),
      'query',
      signal,
      request.db.keyId,
    );
    request.countTokens(embedded.reduce((sum, { tokens }) => sum + tokens, 0));
    return readWithModel(
      model,
      embedded.flatMap(({ vectors }) => vectors),
    );
  } catch (error) {
    const expected =
      error instanceof EmbeddingUnavailable || (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name));
    if (!expected) request.log.error({ err: error, requestId: request.id }, 'reading a feeling failed');
    return null;
  }
}

/** The work goes on for the next caller; this one stops waiting. */
function orGiveUp<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** At most `limit` of the items, the first and the last among them. */
export function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return Array.from({ length: limit }, (_, i) => items[Math.round((i * (items.length - 1)) / (limit - 1))] as T);
}
