/**
 * Evidence for one category. Lists are plain text so that they can be read and extended like a page: words are parted
 * by spaces, phrases by commas. Every form is stemmed on loading, so one form of a word is enough.
 */
export interface Lexicon {
  readonly phrases: string;
  /** Words that hardly mean anything else. */
  readonly strong: string;
  /** Words that lean towards the category. */
  readonly weak: string;
}
