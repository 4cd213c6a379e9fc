const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|[.!?:\n]+/gu;

export interface Word {
  bare: string;
  capital: boolean;
  /** Begins a sentence, where everything is written with a capital. */
  first: boolean;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let first = true;
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[.!?:\n]/.test(token)) {
      first = true;
      continue;
    }
    words.push({ bare: token.replace(/['’]s$/u, ''), capital: /^\p{Lu}/u.test(token), first });
    first = false;
  }
  return words;
}
