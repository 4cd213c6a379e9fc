/** What the quality of a scope is judged by. Counts cover memories in force: neither expired nor superseded. */
export interface QualityFacts {
  total: number;
  /** Sum over the memories of `FRESH_DAYS` ÷ days since it was stored or verified, each at most 1. */
  fresh: number;
  /** Evidence that acting on them went well, and that it did not: sums of how far outcome scores are above and below 0.5, doubled. */
  worked: number;
  failed: number;
  openConflicts: number;
  embedded: number;
  /** Memories per category and per namespace. */
  categories: readonly number[];
  namespaces: readonly number[];
  /** Texts checked for repetition, and how many of them repeat another one. */
  sampled: number;
  repeated: number;
}

/** The weight of each part; they add up to 1. */
export const WEIGHTS = { freshness: 0.25, accuracy: 0.3, diversity: 0.1, coverage: 0.2, redundancy: 0.15 } as const;
type QualityPart = keyof typeof WEIGHTS;
type QualityBreakdown = Record<QualityPart, number>;

/** Up to this age a memory is as fresh as new; at twice this age it counts half. */
export const FRESH_DAYS = 30;
/** The assumption about memories without feedback, and the amount of evidence it is worth. */
const PRESUMED = { share: 0.75, weight: 2 };
/** Evenly filled groups from which a store counts as fully diverse. */
const DIVERSE = 10;

const freshness = (facts: QualityFacts) => facts.fresh / facts.total;

/** Reported outcomes stand for the rest; every memory in an open conflict reduces the result by its share. */
export function accuracy({ worked, failed, openConflicts, total }: QualityFacts): number {
  const believed = (PRESUMED.share * PRESUMED.weight + worked) / (PRESUMED.weight + worked + failed);
  return believed * (1 - Math.min(1, (2 * openConflicts) / total));
}

/** Entropy over categories and namespaces, relative to that of ten evenly filled groups (or one memory in each, if there are fewer). */
export function diversity({ categories, namespaces, total }: QualityFacts): number {
  if (total === 1) return 1;
  return Math.min(1, (entropy(categories) + entropy(namespaces)) / Math.log(Math.min(DIVERSE, total)));
}

const coverage = (facts: QualityFacts) => facts.embedded / facts.total;

/** The share of texts that are not repeated: as with the other parts, higher is better. */
const redundancy = (facts: QualityFacts) => 1 - facts.repeated / facts.sampled;

const PARTS: Record<QualityPart, (facts: QualityFacts) => number> = {
  freshness,
  accuracy,
  diversity,
  coverage,
  redundancy,
};

/** Marks of 0–100 with one decimal, and their weighted sum. With nothing stored, all are 0. */
export function qualityOf(facts: QualityFacts): { score: number; breakdown: QualityBreakdown } {
  const entries = Object.entries(PARTS) as [QualityPart, (facts: QualityFacts) => number][];
  const shares = entries.map(([part, share]) => [part, facts.total === 0 ? 0 : 100 * share(facts)] as const);
  const score = shares.reduce((sum, [part, mark]) => sum + WEIGHTS[part] * mark, 0);
  const breakdown = Object.fromEntries(shares.map(([part, mark]) => [part, tenth(mark)])) as QualityBreakdown;
  return { score: tenth(score), breakdown };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

function entropy(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => (count > 0 ? sum - (count / total) * Math.log(count / total) : sum), 0);
}
