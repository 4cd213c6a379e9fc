import { type Embedder, EmbeddingUnavailable } from '../../embedding/embedder.js';
import { type FeelingModel, knownFeelings, learnFeelings } from '../../readers/sentiment/model-reading.js';
import { PROTOTYPES } from '../../readers/sentiment/prototypes.js';

/** Prototypes per call to the embedder: others get their turn between two calls. */
const BATCH = 32;

/**
 * What each embedder's vectors say about feelings: built in for the bundled models; for any other, learned once on first use and discarded with the
 * embedder.
 */
const learnt = new WeakMap<Embedder, Promise<FeelingModel | null>>();

/** Null if this embedder's vectors say nothing about feelings. Rejects while the embedder is unavailable; the next call tries again. */
export function feelingModelOf(embedder: Embedder): Promise<FeelingModel | null> {
  const known = learnt.get(embedder);
  if (known) return known;
  const learning = learn(embedder);
  learnt.set(embedder, learning);
  learning.catch(() => learnt.delete(embedder));
  return learning;
}

async function learn(embedder: Embedder): Promise<FeelingModel | null> {
  const known = knownFeelings(embedder.model.id);
  if (known) return known;
  const vectors: Float32Array[] = [];
  for (let at = 0; at < PROTOTYPES.length; at += BATCH) {
    const texts = PROTOTYPES.slice(at, at + BATCH).map((prototype) => prototype.text);
    for (const { vectors: made } of await embedder.embed(texts, 'query')) {
      if (!made[0]) throw new EmbeddingUnavailable('A prototype got no vector');
      vectors.push(made[0]);
    }
  }
  return learnFeelings(vectors);
}
