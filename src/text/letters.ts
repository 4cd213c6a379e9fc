/** Invisible characters, and marks on letters except the vowel signs of Indic scripts and the voicing of kana, which make other words. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u3164\uffa0\u2800]+/gu;
const LOOSE_MARKS = /[^\P{M}\u0900-\u0dff\u3099\u309a]+/gu;
/** Longer runs of marks are not text, and ordering them takes quadratic time. */
const LONG_RUN = /(\p{M}{8})\p{M}+/gu;
/** Single characters that NFKD expands to 4–18 letters would multiply the work of a hostile text. */
const EXPANDING = /[\u3300-\u33ff\ufdfa\ufdfb]/g;
/** The accents of Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036f]+/g;
const APOSTROPHES = /[’ʼ`´]/g;
/** Letters that Unicode does not take apart, and how people write them without. */
const IN_ASCII = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' }),
);
const TO_REPLACE = new RegExp(`[${[...IN_ASCII.keys()].join('')}]`, 'g');

/** A text in the letters by which words are found: lower case, without accents. */
export function plainLetters(text: string): string {
  const visible = text.replace(UNSEEN, '').replace(LOOSE_MARKS, '').replace(LONG_RUN, '$1').replace(EXPANDING, ' ');
  const bare = visible.normalize('NFKD').toLowerCase().replace(ACCENTS, '').normalize('NFC');
  return bare.replace(APOSTROPHES, "'").replace(TO_REPLACE, (letter) => IN_ASCII.get(letter) as string);
}
