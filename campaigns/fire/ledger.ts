/** What writers were told, to be held against what is there afterwards. */
export interface Ledger {
  readonly user: string;
  readonly episode: string;
  readonly session: string;
  /** Ids of memories. */
  readonly acknowledged: Set<string>;
  /** Names of batches that were answered with 201. */
  readonly batches: Set<string>;
  /** Events by their place. */
  readonly events: Map<number, string>;
  /** Of each writer, the numbers of its items in working memory, in the order of its writes; an unanswered one is negative. */
  readonly items: Map<number, number[]>;
  /** Requests with an `Idempotency-Key` that got no answer or a 503: they are sent again. */
  readonly unanswered: { token: string; content: string }[];
  /** Answers by status. */
  readonly statuses: Map<number, number>;
  /** The longest that a writer waited for an answer. */
  readonly slowest: { ms: number };
  /** What must not have happened, in words. */
  readonly faults: string[];
}

export const newLedger = (user: string, episode: string): Ledger => ({
  user,
  episode,
  session: user,
  acknowledged: new Set(),
  batches: new Set(),
  events: new Map(),
  items: new Map(),
  unanswered: [],
  statuses: new Map(),
  slowest: { ms: 0 },
  faults: [],
});

export interface Figures {
  /** Memories answered with 201, events among them. */
  acknowledged: number;
  lost: number;
  /** Written but not acknowledged: allowed where the connection was cut or the store went away in between. */
  unacknowledged: number;
  batches: number;
  partialBatches: number;
  events: number;
  /** Places that are missing, doubled or not what was answered. */
  seqFaults: number;
  items: number;
  /** Items of working memory that are lost, doubled or out of order. */
  itemFaults: number;
  /** Requests sent again under their `Idempotency-Key`, and memories that this doubled. */
  repeated: number;
  doubled: number;
  /** Answers with 503 (and 429). */
  refused: number;
  /** Anything else that must not be, and the first of it in words. */
  faults: number;
  firstFault?: string;
}

export const noFigures = (): Figures => ({
  acknowledged: 0,
  lost: 0,
  unacknowledged: 0,
  batches: 0,
  partialBatches: 0,
  events: 0,
  seqFaults: 0,
  items: 0,
  itemFaults: 0,
  repeated: 0,
  doubled: 0,
  refused: 0,
  faults: 0,
});

/** The figures that must be zero. */
export const failuresOf = (figures: Figures): number =>
  figures.lost + figures.partialBatches + figures.seqFaults + figures.itemFaults + figures.doubled + figures.faults;
