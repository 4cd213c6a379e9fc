/** A memory that the first stage found, with everything the second stage weighs. Times are Unix milliseconds. */
export interface Candidate {
  id: string;
  content: string;
  cosine: number;
  /** Raw BM25. */
  lexical: number;
  /** Score of the first stage, 0–1. */
  fused: number;
  /** When it was true or said: `valid_from`, else when it was stored. */
  at: number;
  createdAt: number;
  /** The batch or episode it came in, if any. */
  group: string | null;
  /** Its position there; neighbours differ by one. */
  position: number | null;
  /** 0–10. */
  importance: number;
  /** 0–1; 0.5 without evidence. */
  outcomeScore: number;
  /** Id of the memory that superseded it. */
  supersededBy: string | null;
  /** Turns of a conversation from which it was derived. */
  sources?: readonly string[];
  /** A turn of a conversation from which statements are derived. */
  isTurn?: boolean;
  /** One of those statements is a candidate too. */
  hasStatement?: boolean;
}

/** A candidate, parsed once before any part is computed. */
export interface Reading {
  candidate: Candidate;
  /** Lower-case words of the speaker's name. */
  speaker: readonly string[] | null;
  /** The beginning of what was said. */
  said: string;
  /** Ends with a question. */
  asks: boolean;
}
