import { HOUR } from '../../kernel/clock.js';
import { RetrievalLog, rankWeights, type Stored, type Use } from './log.js';
import { type Shares, SIGNALS, type Signal, sharesAt } from './signals.js';

/** Two retrievals further apart than this belong to different sessions. */
const SESSION = HOUR;
/** Earlier retrievals that say something about the next one. */
const LOOK_BACK = 3;
/** Past retrievals that are predicted again to learn which signals this user follows: the newest in the same situation. */
export const REPLAYED = 60;
/** Weight of every signal before any evidence, in retrievals. */
const PRIOR = 0.5;
const ROUNDS = 12;
/** Assumed before any evidence: of `of` retrievals, `seen` return what the log does not know. */
const NEW = { seen: 1, of: 4 };

type Weights = Record<Signal, number>;

export interface Learnt {
  log: RetrievalLog;
  /** How much each signal counts for the next retrieval; the weights add up to 1. */
  weights: Weights;
  /** The share of what will be returned that is not in the log. */
  novelty: number;
  /** Ids that a retrieval returns, on average. */
  size: number;
}

type Evidence = { weight: number; shares: Weights }[];

/**
 * Replays the history; both lists are oldest first. The newest retrievals in the same situation (one that continues a session, or one that opens it)
 * are predicted from what came before them; the weights are those under which what was then returned is likeliest (expectation maximisation of a
 * mixture). `breathe` is awaited after each of them.
 */
export async function learn(
  history: readonly Use[],
  stored: readonly Stored[],
  now: number,
  breathe: () => Promise<unknown> | null = () => null,
): Promise<Learnt> {
  const log = new RetrievalLog(SESSION, LOOK_BACK);
  const uses = history.filter((use) => use.ids.length > 0);
  const ongoing = continues(uses, uses.length, now);
  const alike = uses.map((use, i) => continues(uses, i, use.at) === ongoing);
  const replayed = new Set(alike.flatMap((same, i) => (same && i > 0 ? [i] : [])).slice(-REPLAYED));
  const evidence: Evidence = [];
  let fresh = NEW.seen;
  let seen = NEW.of;
  let next = 0;
  const storedUntil = (time: number) => {
    for (; next < stored.length && (stored[next] as Stored).at < time; next++) log.addStored(stored[next] as Stored);
  };
  for (const [i, use] of uses.entries()) {
    storedUntil(use.at);
    if (replayed.has(i)) {
      const isNew = observe(log, use, evidence);
      fresh += isNew;
      seen += 1;
      await breathe();
    }
    log.add(use);
  }
  storedUntil(now + 1);
  const handedOut = uses.reduce((sum, use) => sum + use.ids.length, 0);
  return {
    log,
    weights: fit(evidence, ongoing),
    novelty: uses.length ? fresh / seen : 1,
    size: uses.length ? handedOut / uses.length : 1,
  };
}

const continues = (uses: readonly Use[], i: number, now: number) => {
  const before = uses[i - 1];
  return before !== undefined && now - before.at <= SESSION;
};

/** Records what each signal predicted for the ids returned then; returns the share of ids that nothing could be predicted for. */
function observe(log: RetrievalLog, use: Use, evidence: Evidence): number {
  const shares = sharesAt(log, use.at);
  const weights = rankWeights(use.ids.length);
  let unknown = 0;
  use.ids.forEach((id, rank) => {
    const number = log.numberOf(id);
    const weight = weights[rank] as number;
    if (number === undefined) unknown += weight;
    else evidence.push({ weight, shares: each((signal) => shares[signal][number] as number) });
  });
  return unknown;
}

const each = (value: (signal: Signal) => number): Weights =>
  Object.fromEntries(SIGNALS.map((signal) => [signal, value(signal)])) as Weights;

/** At the beginning of a session there is nothing to follow, and nothing opens a session that is already ongoing. */
const usable = (ongoing: boolean) => (signal: Signal) =>
  ongoing ? signal !== 'opens' : signal !== 'follows' && signal !== 'together';

function fit(evidence: Evidence, ongoing: boolean): Weights {
  const allowed = usable(ongoing);
  const count = SIGNALS.filter(allowed).length;
  let weights = each((signal) => (allowed(signal) ? 1 / count : 0));
  for (let round = 0; round < ROUNDS; round++) {
    const sums = each((signal) => (allowed(signal) ? PRIOR : 0));
    for (const { weight, shares } of evidence) {
      const total = SIGNALS.reduce((sum, signal) => sum + weights[signal] * shares[signal], 0);
      for (const signal of SIGNALS) sums[signal] += (weight * weights[signal] * shares[signal]) / total;
    }
    const all = SIGNALS.reduce((sum, signal) => sum + sums[signal], 0);
    weights = each((signal) => sums[signal] / all);
  }
  return weights;
}

export interface Expected {
  id: string;
  /** Probability of being drawn in the next retrieval, leaving out what nothing is known about; adds up to 1. */
  share: number;
  /** How much of the share comes from each signal. */
  parts: Weights;
}

/** Every memory in the log, likeliest first. */
export function expectNext({ log, weights }: Learnt, now: number): Expected[] {
  const shares: Shares = sharesAt(log, now);
  const expected = log.ids.map((id, number) => {
    const parts = each((signal) => weights[signal] * (shares[signal][number] as number));
    return { id, parts, share: SIGNALS.reduce((sum, signal) => sum + parts[signal], 0) };
  });
  return expected.sort((a, b) => b.share - a.share || (a.id < b.id ? 1 : -1));
}

/** The chance that something with this share of each of `size` places is in one of them. */
export const probabilityOf = (share: number, size: number): number => 1 - (1 - Math.min(1, share)) ** size;
