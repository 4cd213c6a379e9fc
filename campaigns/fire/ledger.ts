/** What was acknowledged to writers, to compare with what is stored afterwards. */
export interface Ledger {
  readonly user: string;
  readonly episode: string;
  readonly session: string;
  /** Ids of acknowledged memories. */
  readonly acknowledged: Set<string>;
  /** Names of batches that got a 201. */
  readonly batches: Set<string>;
  /** Event ids by sequence number. */
  readonly events: Map<number, string>;
  /** Per writer, the numbers of its working memory items in the order written; negative if unacknowledged. */
  readonly items: Map<number, number[]>;
  /** Requests with an `Idempotency-Key` that got no response or a 503: they are sent again. */
  readonly unanswered: { token: string; content: string }[];
  /** Responses by status. */
  readonly statuses: Map<number, number>;
  /** The longest that a writer waited for a response. */
  readonly slowest: { ms: number };
  /** Descriptions of what must not have happened. */
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
  /** Memories that got a 201, including events. */
  acknowledged: number;
  lost: number;
  /** Written but not acknowledged: allowed if the connection was cut or the store became unavailable in between. */
  unacknowledged: number;
  batches: number;
  partialBatches: number;
  events: number;
  /** Sequence numbers that are missing, duplicated or different from what was returned. */
  seqFaults: number;
  items: number;
  /** Items of working memory that are lost, duplicated or out of order. */
  itemFaults: number;
  /** Requests repeated with their `Idempotency-Key`, and memories that were duplicated by that. */
  repeated: number;
  doubled: number;
  /** Responses with 503 (or 429). */
  refused: number;
  /** Any other violation, and a description of the first one. */
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
