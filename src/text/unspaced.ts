/** Code points, first and last, of scripts written without spaces, and of Hangul, whose particles attach to the noun. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff], // Thai, Lao
  [0x1000, 0x109f], // Myanmar
  [0x1100, 0x11ff], // Hangul letters
  [0x1780, 0x17ff], // Khmer
  [0x3005, 0x3007], // 々〆〇
  [0x3040, 0x30ff], // kana
  [0x31f0, 0x31ff], // small kana
  [0x3400, 0x4dbf], // Han
  [0x4e00, 0x9fff], // Han
  [0xac00, 0xd7ff], // Hangul syllables
  [0xf900, 0xfaff], // Han
  [0x20000, 0x323af], // Han
];

export function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  for (const [first, last] of RANGES) if (code >= first && code <= last) return true;
  return false;
}
