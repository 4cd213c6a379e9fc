import { fold } from './fold.js';

const listOf = (words: string) => words.trim().split(/\s+/);
/** Differences in case, accents and typographic quotes do not matter. */
export const plain = (text: string) => fold(text).replace(/\p{M}+/gu, '');
const WORD = /[\p{L}\p{N}]+(?:['.,:/-][\p{L}\p{N}]+)*/gu;
/** The words of a text in plain form. */
export const plainWords = (text: string): readonly string[] => plain(text).match(WORD) ?? [];

const ENGLISH = /^(?:no|not|never|none|nobody|nothing|neither|nor|cannot|without|\p{L}+n't)$/u;
const OTHERS = new Set(
  listOf(`
  nicht nichts nie niemals niemand kein keine keinen keinem keiner keines weder ohne ouni näischt
  niet niets geen nooit niemand nergens zonder ne pas jamais rien aucun aucune sans non nessun nessuno nessuna niente senza
  nunca jamás nadie ningún ninguno ninguna tampoco ni não nem ninguém nenhum nenhuma sem niciodată nimic nimeni niciun fără
  nigdy nic nikt żaden żadna żadne żadnego żadnej żadnych brak bez ani není nikdy nikdo nije nisam nema nikad nikada ništa nima
  inte ej aldrig ingen inget inga utan ikke ikkje aldri uten uden ekki aldrei ei eivät emme ette ilman
  nem soha nincs nincsenek senki semmi nélkül değil yok hiç asla tidak tak bukan jangan belum tanpa không chẳng chưa đừng
  не нет ни нельзя никогда никто ничего без нема немає ніколи нічого ні няма никога никой
  δεν δε μη μην όχι χωρίς ποτέ κανένας τίποτα לא אין בלי מעולם אינו אינה
  لا ليس ليست لم لن غير بدون بلا ولا مش نه نیست هیچ هرگز نہیں نہ بغیر
  नहीं मत बिना ना नाही না নেই নয় ਨਹੀਂ નથી இல்லை లేదు కాదు ಇಲ್ಲ ഇല്ല
  `).map(plain),
);
/** These also occur in English texts, or are among the most common words of a language in which they deny nothing. */
const AMBIGUOUS = new Set(listOf('net keen sin sense nada mai nu hindi wala personne cap res ما').map(plain));
/** Verbs that carry their denial: French before a vowel, Turkish at the end, Persian at the beginning. */
const BOUND = /^n'|m[ıiu]yor|m[ae]z(?:l[ae]r)?$|m[ae]d[ıi](?:m|n|k|l[ae]r)?$|^نم[یي]/u;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const UNSPACED = new RegExp(
  listOf('不 没 沒 無 无 未 非 别 勿 ない なく なかっ ません 안 않 없 못 아니 ไม่ ບໍ່ មិន គ្មាន').map(plain).join('|'),
  'gu',
);
/** "unhappy", Czech "nejí", Persian "نخورد": each says the opposite of the rest of the word. */
const PREFIXES = listOf('ne nie un in im dis non ن');

/**
 * The denials in a word of `plainWords`. English ones count as the same, any other as itself: "no" is a denial in Spanish and "in the" in Portuguese,
 * so that it must not make up for a missing "não".
 */
export function denialsIn(word: string): readonly string[] {
  if (ENGLISH.test(word)) return ['not'];
  if (OTHERS.has(word) || AMBIGUOUS.has(word) || BOUND.test(word)) return [word];
  return UNSPACED_SCRIPT.test(word) ? (word.match(UNSPACED) ?? []) : [];
}

/** Whether a text denies something, in any of these languages. */
export const denies = (text: string): boolean =>
  plainWords(text).some((word) => !AMBIGUOUS.has(word) && denialsIn(word).length > 0);

/** Whether one text has a word with a prefix that denies it, and the other the same word without. */
export const opposes = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((word) => !other.has(word) && basesOf(word).some((base) => other.has(base) && !one.has(base)));

const basesOf = (word: string) =>
  PREFIXES.filter((prefix) => word.startsWith(prefix) && word.length > prefix.length + 1).map((prefix) =>
    word.slice(prefix.length),
  );
