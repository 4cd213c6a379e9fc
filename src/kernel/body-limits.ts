const MB = 1024 * 1024;

/**
 * The largest bodies, in bytes: everything valid fits, however it is encoded. At worst a character is an escaped pair of 12 bytes, and a
 * byte of metadata an escape of 6. A memory is then 100,000 × 12 of content, 65,536 × 6 of metadata and 80 KB of tags and names, 1.6 MB
 * together, and a batch is a hundred of them; a test verifies that.
 */
export const BODY_LIMITS = {
  /** One memory, a procedure or an event. */
  memory: 2 * MB,
  /** A hundred memories. */
  batch: 160 * MB,
  /** A document; JSON lines have no total limit. */
  import: 160 * MB,
  /** The largest line of an export is an episode: 10,000 events of 500 bytes, if their types are all escapes. */
  line: 8 * MB,
} as const;
