import { currentOf, isExpected } from '../../embedding/embedder.js';
import { splitPassages } from '../../embedding/passages.js';
import { isCertainlyOther, isOtherLanguage } from '../../readers/other-languages.js';
import { type About, aboutOf } from '../../readers/sentiment/about.js';
import { blend, type RecordedSentiment, sentimentOf } from '../../readers/sentiment/feeling.js';
import { readLexically } from '../../readers/sentiment/lexical.js';
import { knownFeelings, type ModelReading, readWithModel } from '../../readers/sentiment/model-reading.js';
import { isEnglishByTokens, isReadable } from '../../readers/sentiment/readable.js';
import type { Request } from '../request.js';
import { feelingModelOf } from './feeling-models.js';

/** Longer than a first call needs to learn from the prototypes; if the model takes longer, the words alone decide. */
const MODEL_BUDGET_MS = 8_000;
/** Passages of a long text that the model reads, spread evenly from the first to the last: about 1,200 words. The words are all read. */
const PASSAGES_READ = 8;
/** Emoji and punctuation mean nothing to the models' vectors. */
const HAS_WORDS = /\p{L}/u;
/** Not the single letters of emoticons. A German "war" is not a war. */
const WORDS = /\p{L}[\p{L}\p{M}'’]+/gu;

interface TextReading {
  sentiment: RecordedSentiment;
  valence: number;
  about: About;
  readBy: 'words' | 'words_and_model';
}

/** The feeling of a text. Never fails: without a model, its words decide. */
export async function readText(request: Request, text: string): Promise<TextReading> {
  const isOther = isOtherLanguage(text) && (isCertainlyOther(text) || sentimentOf(readLexically(text)) === 'neutral');
  const byWords = readLexically(isOther ? text.replace(WORDS, ' ') : text);
  const model = isOther ? null : await readByModel(request, text);
  const readable = !isOther && (isReadable(text) || (model?.isEnglish ?? false));
  // Emoji are read in every language; the words and the model know only English.
  if (!readable && sentimentOf(byWords) === 'neutral')
    return { sentiment: 'unknown', valence: 0, about: 'interaction', readBy: 'words' };
  const valence = blend(byWords, readable ? model : null);
  const sentiment = sentimentOf(valence);
  const about = sentiment === 'negative' ? aboutOf(text) : 'interaction';
  return { sentiment, valence, about, readBy: readable && model ? 'words_and_model' : 'words' };
}

async function readByModel(request: Request, text: string): Promise<(ModelReading & { isEnglish: boolean }) | null> {
  if (!HAS_WORDS.test(text)) return null;
  const embedder = currentOf(request.embedder);
  const signal = AbortSignal.timeout(MODEL_BUDGET_MS);
  try {
    const model = await rejectOnAbort(feelingModelOf(embedder), signal);
    if (!model) return null;
    const passages = spread(splitPassages(text), PASSAGES_READ);
    const embedded = await embedder.embed(passages, 'query', signal, request.db.keyId);
    const tokens = embedded.reduce((sum, one) => sum + one.tokens, 0);
    request.countTokens(tokens);
    const vectors = embedded.flatMap((one) => one.vectors);
    const isLocal = knownFeelings(embedder.model.id) !== null;
    const reading = readWithModel(model, vectors);
    return (
      reading && {
        ...reading,
        isEnglish: isLocal && passages.length === 1 && isEnglishByTokens(text, tokens),
      }
    );
  } catch (error) {
    if (!isExpected(error)) request.log.error({ err: error, requestId: request.id }, 'reading a feeling failed');
    return null;
  }
}

/** The work continues for the next caller; this one stops waiting. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** At most `limit` of the items, including the first and the last. */
export function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return Array.from({ length: limit }, (_, i) => items[Math.round((i * (items.length - 1)) / (limit - 1))] as T);
}
