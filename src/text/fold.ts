/** Format characters, marks, variation selectors and blank letters: they affect comparison, but not what a reader sees. */
const UNSEEN = /[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0\u2800]+/gu;
/** Single characters that NFKD expands to 4–18 letters would multiply the work of a hostile text. */
const EXPANDING = /[\u3300-\u33ff\ufdfa\ufdfb]/g;
const ASCII = /^[\0-\x7f]*$/;
const ACCENT = /[\u0300-\u036f]/;
/** Each letter looks like the Latin one at the same position. */
const LOOKALIKES = 'авеёкмнорстухіјѕԁӏгпαβεικνορτυχγηωıɡℓ013457';
const LATIN = 'abeekmhopctyxijsdlrnabeikvoptuxynwigloieast';
const CONFUSABLE = new Map([...LOOKALIKES].map((letter, i) => [letter, LATIN[i]]));

/**
 * The text in the form used for comparison: compatibility forms, case and invisible characters folded away, accents separated from their letters.
 * Loose marks are removed first, because ordering a long run of them takes quadratic time.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.replace(UNSEEN, '').replace(EXPANDING, ' ').normalize('NFKD');
  return plain.toLowerCase().replace(/[’ʼ`´]/g, "'");
}

/** A word in plain letters: without accents, look-alikes of Latin letters, or digits in place of letters ("1gn0re"). */
export function unmask(word: string): string {
  let plain = '';
  for (const letter of word) if (!ACCENT.test(letter)) plain += CONFUSABLE.get(letter) ?? letter;
  return plain;
}
