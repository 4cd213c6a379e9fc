const MB = 1024 * 1024;

/**
 * Bytes that bodies may have: everything legal fits, however it is written. The worst way to write a character is an escaped pair of 12
 * bytes, of a byte of metadata an escape of 6. A memory is then 100,000 × 12 of content, 65,536 × 6 of metadata and 80 KB of tags and names,
 * 1.6 MB together, and a batch a hundred of them; a test holds that.
 */
export const BODY_LIMITS = {
  /** One memory, a procedure or an event. */
  memory: 2 * MB,
  /** A hundred memories. */
  batch: 160 * MB,
  /** A document; JSON lines have no limit together. */
  import: 160 * MB,
  /** The largest line of an export is an episode: 10,000 events of 500 bytes, when their types are all escapes. */
  line: 8 * MB,
} as const;
