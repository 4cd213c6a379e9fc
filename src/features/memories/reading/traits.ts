import { traitsOf } from '../../../readers/traits.js';
import { type PackedVectors, passagesOf } from '../sql/vectors.js';

/** What is stored of what a text's vectors say about it. */
export interface KeptTraits {
  category: string;
  risk: number;
  importance: number;
}

export function traitsIn(vectors: PackedVectors | null | undefined): KeptTraits | null {
  const traits = vectors ? traitsOf(vectors.model, passagesOf(vectors)) : null;
  if (!traits) return null;
  const { category, importance, harmful } = traits;
  return { category, importance, risk: Math.round(100 * harmful) / 100 };
}
