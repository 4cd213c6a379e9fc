import { type Expected, type Learnt, probabilityOf } from './blend.js';
import type { Signal } from './signals.js';

/** How much a given context counts, depending on how likely it is that what was found for it is relevant. */
const CONTEXT_TRUST = { least: 0.3, most: 0.7 };
/** The memory in place n of the context's results weighs 1/n. */
const contextShares = (ids: readonly string[]): Map<string, number> => {
  const total = ids.reduce((sum, _, place) => sum + 1 / (place + 1), 0);
  return new Map(ids.map((id, place) => [id, 1 / (place + 1) / total]));
};

export const trustOf = (confidence: number | null): number =>
  CONTEXT_TRUST.least + (CONTEXT_TRUST.most - CONTEXT_TRUST.least) * (confidence ?? 0);

/** Where a prediction comes from: the history's signals, the given context, or a memory's own standing. */
export type Source = Signal | 'context' | 'standing';
export interface Predicted {
  id: string;
  probability: number;
  /** How much each source adds, the largest first; together they are the memory's share of the next retrieval. */
  sources: [Source, number][];
}
interface Composition {
  learnt: Pick<Learnt, 'novelty' | 'size'>;
  expected: readonly Expected[];
  /** Ids found for the context, best first, and how much to trust them. */
  context: { ids: readonly string[]; trust: number } | null;
  /** The memories of the scope with the highest standing, best first, and how many memories there are in total. */
  standing: { best: readonly { id: string; standing: number }[]; memories: number };
}

/** Combines everything: each memory's share of the next retrieval, and from it the chance that the retrieval returns it. */
export function compose({ learnt, expected, context, standing }: Composition): Predicted[] {
  const shares = new Map<string, [Source, number][]>();
  const add = (id: string, source: Source, share: number) => {
    if (share <= 0) return;
    const sources = shares.get(id) ?? [];
    shares.set(id, sources);
    sources.push([source, share]);
  };
  const trust = context?.ids.length ? context.trust : 0;
  const known = (1 - trust) * (1 - learnt.novelty);
  for (const { id, parts } of expected)
    for (const [signal, share] of Object.entries(parts) as [Signal, number][]) add(id, signal, known * share);
  for (const [id, share] of contextShares(context?.ids ?? [])) add(id, 'context', trust * share);
  const inLog = new Set(expected.map(({ id }) => id));
  const fresh = learnt.novelty === 1 ? standing.best : standing.best.filter(({ id }) => !inLog.has(id));
  // Those beyond the best have at most the standing of the last of the best.
  const least = standing.best.at(-1)?.standing ?? 0;
  const others = Math.max(0, standing.memories - standing.best.length);
  const worth = fresh.reduce((sum, memory) => sum + memory.standing, least * others);
  for (const memory of fresh) add(memory.id, 'standing', ((1 - trust) * learnt.novelty * memory.standing) / worth);
  const predicted = [...shares].map(([id, sources]) => {
    const share = sources.reduce((sum, [, part]) => sum + part, 0);
    return { id, probability: probabilityOf(share, learnt.size), sources: sources.sort((a, b) => b[1] - a[1]) };
  });
  return predicted.sort((a, b) => b.probability - a.probability || (a.id < b.id ? 1 : -1));
}
