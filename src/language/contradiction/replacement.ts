import { coverage, stemsOf } from './coverage.js';
import { type Judgement, quote, stronger } from './judgement.js';
import type { ReadClause, Reading } from './reading.js';
import { maySame, subjectOf, surelySame } from './subject.js';
import { wordsOf } from './words.js';

const THING = '([\\p{L}\\p{N}][^,.;:!?]{0,40}?)';
const END = '(?=$|[,.;:!?]| (?:for|in|on|at|with|because|since|as|last|this|after|and|but|now|recently)\\b)';
/** What is replaced stands first. */
const REPLACED = [
  new RegExp(
    `\\b(?:switched|switching|migrated|migrating|moved|moving|changed|changing|converted|went)(?: [\\p{L}'-]+){0,4}? (?:over )?from ${THING} (?:over )?to ${THING}${END}`,
    'iu',
  ),
  new RegExp(`\\b(?:replaced|replacing|swapped|swapping|exchanged) ${THING} (?:with|by|for) ${THING}${END}`, 'iu'),
];
/** What replaces stands first. */
const INSTEAD = new RegExp(`\\b${THING} (?:instead of|rather than|in place of) ${THING}${END}`, 'iu');
const NEW_ONE = new RegExp(
  `\\b(?:switched|switching|migrated|changed|converted) (?:[\\p{L}'-]+ ){0,3}?(?:over )?to ${THING}${END}`,
  'iu',
);

/** Statements about other things sit lower with the service's default model; a switch without its old value needs more. */
const NEAR_COSINE = 0.7;
const SHORT_WORDS = 18;

/** The newer statement names what it replaces, and the older one affirms just that. */
export function replacement(older: Reading, newer: Reading, cosine: number | undefined): Judgement | null {
  return stronger(replaced(older, newer, cosine), replaced(newer, older, undefined));
}

function replaced(older: Reading, newer: Reading, cosine: number | undefined): Judgement | null {
  let best: Judgement | null = null;
  for (const clause of newer.clauses) {
    if (clause.question || clause.negation) continue;
    const gone = replacedIn(clause.text);
    for (const before of older.clauses) {
      if (before.question || before.negation || !maySame(subjectOf(clause), subjectOf(before))) continue;
      if (gone ? affirms(before, gone) : switched(before, clause, cosine))
        best = stronger(best, {
          type: 'value_change',
          confidence: gone ? 0.8 : 0.6,
          reason: gone
            ? `${quote(gone)} is replaced: ${quote(clause.text)}`
            : `${quote(before.text)} may have been replaced: ${quote(clause.text)}`,
        });
    }
  }
  return best;
}

function replacedIn(text: string): string | null {
  if (!/from|replac|swap|exchang|instead|rather|in place/i.test(text)) return null;
  for (const regex of REPLACED) {
    const found = regex.exec(text);
    if (found?.[1]) return found[1];
  }
  return /instead of|rather than|in place of/i.test(text) ? (INSTEAD.exec(text)?.[2] ?? null) : null;
}

const affirms = (before: ReadClause, gone: string) => {
  const words = wordsOf(gone).map((word) => ({ ...word, weight: word.weight > 0 ? 1 : 0 }));
  return (
    words.some((word) => word.weight > 0) && coverage(words, stemsOf(before.words)) === 1 && !replacedIn(before.text)
  );
};

/** "switched to X": the same subject, and the topic is shared by a word or, for short statements, by meaning. */
function switched(before: ReadClause, clause: ReadClause, cosine: number | undefined): boolean {
  const to = NEW_ONE.exec(clause.text)?.[1];
  if (!to) return false;
  const value = stemsOf(wordsOf(to));
  if ([...value].some((stem) => before.stems.has(stem))) return false;
  const same = surelySame(subjectOf(before), subjectOf(clause));
  const topic = clause.words.filter(
    (word) =>
      word.weight === 1 && !value.has(word.stem) && !word.name && !/^(?:switch|migrat|chang|convert)/.test(word.stem),
  );
  if (topic.length > 0) return coverage(topic, before.stems) >= 0.5;
  const short = before.words.length <= SHORT_WORDS && clause.words.length <= SHORT_WORDS;
  return same && short && cosine !== undefined && cosine >= NEAR_COSINE && USES.test(before.text);
}
const USES =
  /\b(?:uses?|using|drives?|driving|drinks?|drinking|eats?|wears?|wearing|prefers?|takes?|taking|subscribes?|has|have|runs? on|writes? in|codes? in|pays? with|commutes? by|plays?)\b/i;
