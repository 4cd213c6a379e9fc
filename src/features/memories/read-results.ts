import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import { isAboutFormer } from '../../embedding/traits.js';
import { windowOf } from '../../language/window.js';
import { type Confidence, confidenceOfRead, relevanceOf } from '../../ranking/confidence.js';
import { readQuestion } from '../../ranking/question.js';
import { RERANK, rerank } from '../../ranking/rerank.js';
import type { Request } from '../request.js';
import type { HybridAnswer } from './hybrid-statement.js';

/** Characters of a question, and of a memory, that are read together: some 16 and 70 tokens. */
const QUESTION = 400;
const MEMORY = 320;
/** Milliseconds after which results are returned unread: a search must not wait behind the reader's other work. */
const WAIT_MS = 1_000;

/** Of results that were read, by id: that acting without knowing it would go wrong, as a logit. */
export type Needs = ReadonlyMap<string, number>;

type Read = Confidence & {
  memories: (HybridAnswer['memories'][number] & { relevance?: number })[];
  needed: Needs;
};

/** Reads the best results with the question: their order, and whether they answer it. Where the reader is unavailable all stays as it is. */
export async function readResults(
  request: Pick<Request, 'reader' | 'embedder' | 'db' | 'signal'>,
  question: string,
  vector: Float32Array,
  { memories, contradicted, confidence, abstained }: HybridAnswer,
  count: number = RERANK.read,
): Promise<Read> {
  const unread = { memories, confidence, abstained, needed: new Map() };
  if (memories.length === 0) return unread;
  const words = readQuestion(question.slice(0, QUESTION), 0);
  const asksFormer = isAboutFormer(request.embedder.model.id, vector) ?? words.asksFormer;
  const texts = memories.slice(0, count).map(({ content }) => windowOf(content, words.terms, MEMORY));
  const deadline = AbortSignal.timeout(WAIT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    const options = { priority: 'search' as const, key: request.db.keyId, signal };
    const fits = await request.reader.fit(question.slice(0, QUESTION), texts, options);
    const logits = fits.map(({ relevance }) => relevance);
    const read = memories.map((memory, at) => {
      const fit = fits[at];
      if (!fit) return memory;
      const relevance = Math.round(1000 * relevanceOf(fit.relevance, fits.length)) / 1000;
      return { ...memory, relevance };
    });
    const needed = new Map(fits.map((fit, at) => [memories[at]?.id ?? '', fit.needed]));
    return { memories: rerank(read, logits, { contradicted, asksFormer }), needed, ...confidenceOfRead(logits) };
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return unread;
    throw error;
  }
}
