/** A memory that the first stage found, with what the second stage weighs. Times are Unix milliseconds. */
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
  /** Its place there; neighbours differ by one. */
  position: number | null;
  /** 0–10. */
  importance: number;
  /** 0–1; 0.5 without evidence. */
  outcomeScore: number;
  /** Id of the memory that replaced it. */
  supersededBy: string | null;
  /** Turns of a conversation that it was derived from. */
  sources?: readonly string[];
  /** A turn of a conversation that statements are derived from. */
  isTurn?: boolean;
  /** One of those statements is a candidate too. */
  isTold?: boolean;
}

/** A candidate as it is read once, before any part looks at it. */
export interface Reading {
  candidate: Candidate;
  /** Lower-case words of the speaker's name. */
  speaker: readonly string[] | null;
  /** What was said, its beginning only. */
  said: string;
  /** Characters of what was said, all of it. */
  length: number;
  /** Ends by asking something. */
  asks: boolean;
}
