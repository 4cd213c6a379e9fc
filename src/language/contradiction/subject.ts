import type { Clause } from './clauses.js';
import { implied } from './kin.js';
import { remembered } from './memo.js';
import type { Word } from './words.js';

/** Whom or what a clause speaks of. `anyone`: a pronoun, or nothing recognisable, which may be whoever the other means. */
export type Subject = { kind: 'self' | 'anyone' } | { kind: 'name'; names: string[] };

const SELF = /^(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|we'll|our|us|user|user's|users)$/;
const OPENERS =
  /^(?:and|but|so|now|then|actually|today|yesterday|currently|also|instead|anyway|because|since|although|though|however|well|oh|yes|no|the|a|an|recently|lately|nobody|not|never)$/;
/** The subject stands within the first words. */
const LOOK_AHEAD = 4;
const NAME = /^\p{Lu}[\p{L}'-]+$/u;

export const subjectOf = remembered((clause: Clause): Subject => {
  const names: string[] = [];
  const self: Subject = clause.speaker ? named([clause.speaker]) : { kind: 'self' };
  for (const [index, word] of clause.words.slice(0, LOOK_AHEAD).entries()) {
    const next = clause.words[index + 1];
    if (SELF.test(word.lower) && names.length === 0) return relative(word, next) ?? self;
    if (isName(word, index, next)) names.push(bare(word));
    else if (names.length > 0) return named(names);
    else if (!OPENERS.test(word.lower)) return { kind: 'anyone' };
    if (/'s$/i.test(word.text)) return relative(word, next) ?? (names.length > 0 ? named(names) : { kind: 'anyone' });
  }
  return names.length > 0 ? named(names) : { kind: 'anyone' };
});

/** A capital at the beginning is a name's unless the word is a common one ("Children play") or a plural ("Runners are"). */
const isName = (word: Word, index: number, next: Word | undefined) =>
  NAME.test(word.text) &&
  word.weight > 0 &&
  !(index === 0 && (implied(word.stem).length > 0 || (/s$/.test(word.lower) && PLURAL_VERB.test(next?.lower ?? ''))));
const PLURAL_VERB = /^(?:are|were|have|do|don't|aren't|weren't|haven't|in|on|with|of|not)$/;

/** Ann's brother is not Ann, and my sister is not I. */
const RELATIVE =
  /^(?:cousin|brother|sister|siblings?|mother|father|mom|mum|dad|parents?|son|daughter|wife|husband|spouse|friends?|boss|uncle|aunt|partner|girlfriend|boyfriend|colleagues?|neighbou?rs?|agent|team|dog|cat|kids?|child|children|grandmother|grandfather|grandma|grandpa|roommate|flatmate|doctor|teacher|company)$/;
const relative = (owner: Word, next: Word | undefined): Subject | null =>
  next && /^(?:my|our)$|'s$/.test(owner.lower) && RELATIVE.test(next.lower)
    ? named([`${bare(owner).replace(/^our$/, 'my')} ${next.stem}`])
    : null;

const bare = (word: Word) => word.lower.replace(/'s$/, '');
const named = (names: string[]): Subject => ({ kind: 'name', names });

/** Whether two clauses may speak of the same subject: Ann and Ann Smith may, Ann and Tom may not, Ann and I may not. */
export function maySame(a: Subject, b: Subject): boolean {
  if (a.kind === 'anyone' || b.kind === 'anyone') return true;
  if (a.kind !== 'name' || b.kind !== 'name') return a.kind === b.kind;
  return a.names.some((name) => b.names.includes(name));
}

/** Both are named, or both are the speaker, and it is the same one. */
export const surelySame = (a: Subject, b: Subject) => a.kind !== 'anyone' && b.kind !== 'anyone' && maySame(a, b);
