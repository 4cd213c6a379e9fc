/**
 * Added to every logit: leaving out one word too many is better than showing one that no longer holds.
 * docs/models/reader.md has the figures.
 */
const BIAS = 0.5;
/** A phrase ends where a word ends like this. Replaced words are part of one phrase. */
const PHRASE_END = /(?<![.,;:!?)\]])[.,;:!?)\]]+$/;
const STOP = /(?<![.,;:!?])[.,;:!?]+$/;
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
  const words = bare(text.slice(best.from, best.to));
  return words === '' || words === bare(text.trim()) ? null : words;
}

/** Words without the marks around them; a bracket whose partner is among the words stays. */
function bare(words: string): string {
  const text = words.replace(STOP, '');
  const [begins, ends] = [/^[([]/.test(text), /[)\]]$/.test(text)];
  if (!begins && !ends) return text;
  const opened = text.match(/[([]/g)?.length ?? 0;
  const closed = text.match(/[)\]]/g)?.length ?? 0;
  const isPair = begins && ends && opened === 1 && closed === 1;
  if (isPair) return bare(text.slice(1, -1));
  if (begins && opened > closed) return bare(text.slice(1));
  return ends && closed > opened ? bare(text.slice(0, -1)) : text;
}
