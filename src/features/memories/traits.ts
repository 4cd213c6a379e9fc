import { traitsOf } from '../../embedding/traits.js';
import { type PackedVectors, passagesOf } from './vectors.js';

/** What is kept of what a text's vectors say about it. */
export interface KeptTraits {
  category: string;
  risk: number;
}

export function traitsIn(vectors: PackedVectors | null | undefined): KeptTraits | null {
  const traits = vectors ? traitsOf(vectors.model, passagesOf(vectors)) : null;
  return traits && { category: traits.category, risk: Math.round(100 * traits.harmful) / 100 };
}
