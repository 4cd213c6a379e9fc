/**
 * Added to every logit: leaving out one word too many is better than showing one that no longer holds.
 * docs/models/reader.md has the figures.
 */
const BIAS = 0.5;
/** A phrase ends where a word ends like this. Replaced words are part of one phrase. */
const PHRASE_END = /(?<![.,;:!?)\]])[.,;:!?)\]]+$/;
const PHRASE_BEGIN = /^[([]+/;
const DASH = /^[-–—]+$/;

/** The words of a statement that are most likely replaced, given a logit for each of its words; null if there are none. */
export function replacedWords(text: string, logits: Float32Array): string | null {
  let best = { sum: 0, from: 0, to: 0 };
  let run = { sum: 0, from: 0 };
  for (const [at, { 0: word, index }] of [...text.matchAll(/\S+/g)].slice(0, logits.length).entries()) {
    if (run.sum <= 0) run = { sum: 0, from: index };
    run.sum += (logits[at] as number) + BIAS;
    if (run.sum > best.sum) best = { ...run, to: index + word.length };
    if (PHRASE_END.test(word) || DASH.test(word)) run = { sum: 0, from: 0 };
  }
  const words = text.slice(best.from, best.to).replace(PHRASE_BEGIN, '').replace(PHRASE_END, '');
  return words === '' || words === text.trim().replace(PHRASE_END, '') ? null : words;
}
