import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Fit } from '../../embedding/reader.js';
import { windowOf } from '../../language/window.js';
import { readQuestion } from '../../ranking/question.js';
import type { Request } from '../request.js';

/** Characters of a question, and of a memory, that are read together: some 16 and 70 tokens. */
export const QUESTION_READ = 400;
const MEMORY = 320;

export type Reading = Pick<Request, 'reader' | 'db'>;

/** How the contents fit the question by the reader; null where it is unavailable or the signal ends it. */
export async function readWith(
  { reader, db }: Reading,
  question: string,
  contents: readonly string[],
  signal: AbortSignal,
  priority: 'search' | 'call' = 'search',
): Promise<Fit[] | null> {
  const asked = question.slice(0, QUESTION_READ);
  const { terms } = readQuestion(asked, 0);
  const texts = contents.map((content) => windowOf(content, terms, MEMORY));
  return whileAvailable(() => reader.fit(asked, texts, { priority, key: db.keyId, signal }));
}

/** Null where the reader is unavailable. */
export async function whileAvailable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return null;
    throw error;
  }
}

/** Ends when the caller is gone, or after so many milliseconds. */
export function within(request: Pick<Request, 'signal'>, ms: number): AbortSignal {
  const deadline = AbortSignal.timeout(ms);
  return request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
}
