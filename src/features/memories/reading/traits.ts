import { traitsOf } from '../../../readers/traits.js';
import { type PackedVectors, passagesOf } from '../sql/vectors.js';
import { type Embeddable, passageTextsOf } from './embed-memory.js';

/** What is stored of what a text's vectors say about it. */
export interface KeptTraits {
  category: string;
  risk: number;
  importance: number;
}

/** `memory`: what the vectors were made of. */
export function traitsIn(vectors: PackedVectors | null | undefined, memory: Embeddable): KeptTraits | null {
  const traits = vectors ? traitsOf(vectors.model, passagesOf(vectors), () => passageTextsOf(memory)) : null;
  if (!traits) return null;
  const { category, importance, harmful } = traits;
  return { category, importance, risk: Math.round(100 * harmful) / 100 };
}
