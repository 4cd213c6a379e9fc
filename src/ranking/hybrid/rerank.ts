import type { Part } from './hybrid.js';

/** What the reader adds to the order. docs/design/ranking.md says how the numbers were chosen. */
export const RERANK = {
  /** Number of top results of the second stage that are read together with the question. */
  read: 8,
  /** What one unit of the reader's logit is worth on the second stage's scale. */
  weight: 0.2,
  /**
   * How much less relevant the reader may find the newer of two contradicting statements while it still ranks above the older (or the other way
   * round).
   */
  margin: 5,
  /** How much more relevant what still holds of the older one must be than the newer for the older to keep its place: the question is about that. */
  rest: 2,
  /** By how much it then ranks above. */
  above: 0.001,
  /**
   * From this confidence on, a contradiction holds whatever the reader thinks of the newer statement ("Loki, 14 days." says little about logs), if the
   * older one loses this much without the words that no longer hold: the question is then about them.
   */
  sure: { from: 0.7, loses: 0.5 },
  /**
   * Of this many top results, those that are this likely to answer the question are compared: the background job may not have reached them, or may
   * not have been sure.
   */
  compared: { best: 2, from: 0.5 },
  /** From this probability on, the reader considers two results that answer the same question contradictory. */
  contradicts: 0.5,
  /** How likely a statement must be to answer the question to rank above all echoes. */
  stated: 0.3,
  /** What an echo loses next to statements: about five logits, because "Got it! You live in Lisbon." fits better than a terse answer. */
  echo: 1,
  /** What any other turn loses: no statement was found in it, but it may contain one. */
  turn: 0.2,
} as const;

interface Rerankable {
  id: string;
  final_score: number;
  parts: Part[];
  /** 0–1: how likely it answers the question; only set for results that were read. */
  relevance?: number;
  valid_from?: number | null;
  created_at?: number;
}

interface Contradicted {
  older: string;
  newer: string;
  /** The reader's logit for what still holds of the older one, if it was read. */
  rest?: number | undefined;
  /** The older one answers the question only with words that surely no longer hold. */
  isOutdated?: boolean;
}
interface Known {
  contradicted: readonly Contradicted[];
  asksFormer: boolean;
  /** Turns of conversations from which statements are derived. */
  turns?: ReadonlySet<string>;
  /** Of those, the questions and what an assistant or a tool said. */
  echoes?: ReadonlySet<string>;
}

/**
 * Third stage. `logits` are the reader's for the top results, in their order. A result that was not read counts as the worst that was. A statement
 * that contradicts an older one ranks above it (or below it if the question asks for the earlier state), unless the reader finds it much less
 * relevant: the question may then be about something that it left unchanged. A statement that answers the question ranks above every echo: an
 * assistant's "Got it! You live in Lisbon." fits as well as what the user said.
 */
export function rerank<M extends Rerankable>(results: readonly M[], logits: readonly number[], known: Known): M[] {
  const worst = Math.min(...logits);
  const read = results.map((result, at) => plus(result, 'reading', RERANK.weight * (logits[at] ?? worst)));
  const place = new Map(results.map(({ id }, at) => [id, at]));
  const name = known.asksFormer ? 'older' : 'newer';
  // Each state of three or more is lifted above the one before it, which must have its place by then.
  const dates = new Map(results.map((result) => [result.id, statedAt(result)]));
  const later = (one: string, other: string) =>
    (known.asksFormer ? -1 : 1) * ((dates.get(one) ?? 0) - (dates.get(other) ?? 0));
  const pairs = known.contradicted.toSorted((a, b) =>
    known.asksFormer ? later(a.older, b.older) : later(a.newer, b.newer),
  );
  const lifted = new Set<string>();
  for (const { older, newer, rest = Number.NEGATIVE_INFINITY, isOutdated = false } of pairs) {
    const [from, to] = (known.asksFormer ? [older, newer] : [newer, older]).map((id) => place.get(id));
    if (from === undefined || to === undefined) continue;
    if (known.asksFormer || !isOutdated) {
      const fit = logits[from] ?? worst;
      if (fit < (logits[to] ?? worst) - RERANK.margin) continue;
      if (!known.asksFormer && rest > fit + RERANK.rest) continue;
    }
    const missing = (read[to] as M).final_score - (read[from] as M).final_score;
    if (missing < 0) continue;
    read[from] = plus(read[from] as M, name, missing + RERANK.above);
    lifted.add((read[from] as M).id);
  }
  const { turns = new Set(), echoes = new Set() } = known;
  const stated = read.filter(({ id, relevance = 0 }) => !turns.has(id) && relevance >= RERANK.stated);
  const lowest = Math.min(...stated.map(({ final_score }) => final_score));
  for (const [at, result] of read.entries()) {
    const over = result.final_score - lowest + RERANK.above;
    if (echoes.has(result.id)) read[at] = plus(result, 'turn', -Math.max(RERANK.echo, over));
    else if (turns.has(result.id)) read[at] = plus(result, 'turn', -RERANK.turn);
  }
  return read.sort(
    (a, b) =>
      b.final_score - a.final_score ||
      (lifted.has(a.id) && lifted.has(b.id) ? later(b.id, a.id) : 0) ||
      (place.get(a.id) as number) - (place.get(b.id) as number),
  );
}

/** Pairs of the top results that are in the wrong order if they contradict each other. `decidedOtherwise` are pairs that have been decided otherwise. */
export function inDoubt<M extends Rerankable>(
  results: readonly M[],
  logits: readonly number[],
  known: Known,
  decidedOtherwise: Known['contradicted'],
): { older: M; newer: M }[] {
  const logit = new Map(results.map(({ id }, at) => [id, logits[at] ?? Number.NEGATIVE_INFINITY]));
  const decided = new Set([...decidedOtherwise, ...known.contradicted].map(({ older, newer }) => `${older} ${newer}`));
  const best = rerank(results, logits, known)
    .slice(0, RERANK.compared.best)
    .filter(({ id, relevance = 0 }) => relevance >= RERANK.compared.from && !known.turns?.has(id));
  return best.flatMap((above, at) =>
    best.slice(at + 1).flatMap((below) => {
      if (statedAt(above) === statedAt(below)) return [];
      const [older, newer] = statedAt(above) < statedAt(below) ? [above, below] : [below, above];
      const isWrong = (known.asksFormer ? newer : older) === above;
      const fits = (logit.get(below.id) as number) >= (logit.get(above.id) as number) - RERANK.margin;
      return isWrong && fits && !decided.has(`${older.id} ${newer.id}`) ? [{ older, newer }] : [];
    }),
  );
}

const statedAt = ({ valid_from, created_at = 0 }: Rerankable): number => valid_from ?? created_at;

const plus = <M extends Rerankable>(result: M, name: string, value: number): M => ({
  ...result,
  final_score: result.final_score + value,
  parts: [...result.parts, { name, value }],
});
