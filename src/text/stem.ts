/**
 * Porter's stemmer (1980), preceded by the irregular forms of common English verbs and nouns: questions say "did she go", memories say "went". Only
 * for lower-case a–z words; everything else is returned unchanged.
 */
import { IRREGULAR } from './irregular.js';

/** Longest word that is stemmed: anything longer is a code or a run of letters, which has no endings. */
const LONGEST_WORD = 30;
const PLAIN = /^[a-z]+$/;

// A "measure" counts vowel→consonant transitions: how much of a word is left once its ending is removed.
const C = '[^aeiou]'; // consonant
const V = '[aeiouy]'; // vowel; y counts as one unless it begins a word
const CS = `${C}[^aeiouy]*`;
const VS = `${V}[aeiou]*`;
const HAS_VOWEL = new RegExp(`^(${CS})?${V}`);
const MEASURE_ABOVE_0 = new RegExp(`^(${CS})?${VS}${CS}`);
const MEASURE_IS_1 = new RegExp(`^(${CS})?${VS}${CS}(${VS})?$`);
const MEASURE_ABOVE_1 = new RegExp(`^(${CS})?${VS}${CS}${VS}${CS}`);
const ENDS_CVC = new RegExp(`^${CS}${V}[^aeiouwxy]$`);

const STEP_2 = endings(
  'ational ate, tional tion, enci ence, anci ance, izer ize, bli ble, alli al, entli ent, eli e, ousli ous, ' +
    'ization ize, ation ate, ator ate, alism al, iveness ive, fulness ful, ousness ous, aliti al, iviti ive, ' +
    'biliti ble, logi log',
);
const STEP_3 = endings('icate ic, ative -, alize al, iciti ic, ical ic, ful -, ness -');
const STEP_4 = endings(
  'al -, ance -, ence -, er -, ic -, able -, ible -, ant -, ement -, ment -, ent -, ou -, ism -, ate -, iti -, ' +
    'ous -, ive -, ize -',
);

/** Longest first, because "ational" also ends in "al". */
function endings(table: string): [string, string][] {
  const pairs = table.split(', ').map((pair): [string, string] => {
    const [from = '', to = ''] = pair.split(' ');
    return [from, to === '-' ? '' : to];
  });
  return pairs.sort((a, b) => b[0].length - a[0].length);
}

function replaceEnding(word: string, table: [string, string][], enough: RegExp): string {
  for (const [from, to] of table) {
    if (!word.endsWith(from)) continue;
    const root = word.slice(0, -from.length);
    return enough.test(root) ? root + to : word;
  }
  return word;
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return MEASURE_ABOVE_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const length = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const root = word.slice(0, word.length - length);
  if (length === 0 || !HAS_VOWEL.test(root)) return word;
  if (/(at|bl|iz)$/.test(root)) return `${root}e`;
  if (/([^aeiouylsz])\1$/.test(root)) return root.slice(0, -1);
  return ENDS_CVC.test(root) ? `${root}e` : root;
}

function withoutLastSuffix(word: string): string {
  const ion = /^(.*[st])ion$/.exec(word)?.[1];
  if (ion !== undefined) return MEASURE_ABOVE_1.test(ion) ? ion : word;
  return replaceEnding(word, STEP_4, MEASURE_ABOVE_1);
}

function withoutFinalE(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const root = stem.slice(0, -1);
    if (MEASURE_ABOVE_1.test(root) || (MEASURE_IS_1.test(root) && !ENDS_CVC.test(root))) stem = root;
  }
  return stem.endsWith('ll') && MEASURE_ABOVE_1.test(stem) ? stem.slice(0, -1) : stem;
}

function porter(word: string): string {
  // A leading y is a consonant: upper case keeps it from matching as a vowel.
  let stem = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  stem = withoutTense(withoutPlural(stem));
  if (stem.endsWith('y') && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, STEP_2, MEASURE_ABOVE_0);
  stem = replaceEnding(stem, STEP_3, MEASURE_ABOVE_0);
  return withoutFinalE(withoutLastSuffix(stem)).toLowerCase();
}

/** The stem of a lower-case word: the same for all its inflected forms, and not always a word itself. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_WORD || !PLAIN.test(word)) return word;
  return porter(IRREGULAR.get(word) ?? word);
}
