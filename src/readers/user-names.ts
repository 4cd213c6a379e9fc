import type { Reader } from './reader.js';
import { reported } from './reported-speech.js';

/** Characters of a memory in which the user's name is looked for: who states a name does so at the beginning. */
const SEARCHED = 200;
/** Names kept per user: first name, full name, and what else people call them. */
const MOST = 6;

const NAME = "(\\p{Lu}[\\p{L}'’-]{1,30}(?: \\p{Lu}[\\p{L}'’-]{1,30})?)";
/** "My name is Ada Blake", "User's name is Ada". "I'm Ada" is no such statement, because "I'm German" has the same form. */
const STATED = new RegExp(
  `(?:\\b(?:[Mm]y|[Uu]ser['’]s) (?:full |first )?name(?:['’]s| is)|\\bI(?: am|['’]m) called|\\b[Uu]ser is (?:called|named)) ${NAME}`,
  'u',
);
/** A word of a user id that names a role or a group, not a person. */
const ROLE =
  /^(?:user|me|myself|admin|owner|member|person|people|customer|client|guest|agent|assistant|bot|test|tester|demo|default|example|sample|team|family|home|house|household|work|office|company|group|project|support|sales|shared|global|everyone|main|personal|private|public|local|dev|prod)$/i;

const FIRST_PERSON = /\b(?:I|my|My|me|mine|myself)\b/;
const USER = /\b(?:[Tt]he )?[Uu]ser\b/g;
const CALLS_USER = /\b[Tt]he user\b/;

/** What questions and memories may call the user: parts of an id such as "ada" or "ada.blake@…", and what memories state. Longest first. */
export function namesOfUser(userId: string, contents: Iterable<string>): string[] {
  const names = new Set<string>();
  const parts = (userId.split('@', 1)[0] ?? '').split(/[._ -]/);
  if (parts.length <= 3 && parts.every((part) => /^\p{L}{3,30}$/u.test(part)) && !parts.some((part) => ROLE.test(part)))
    for (const part of parts) names.add(part.charAt(0).toUpperCase() + part.slice(1).toLowerCase());
  for (const content of contents) {
    if (names.size >= MOST) break;
    const stated = STATED.exec(content.slice(0, SEARCHED))?.[1];
    if (stated === undefined) continue;
    names.add(stated);
    names.add(stated.split(' ', 1)[0] as string);
  }
  return [...names].sort((a, b) => b.length - a.length);
}

/**
 * A question and a memory, or two memories, of one user, so that both call the user the same: where one says "Ada" and the other "I" or "User", the
 * other says "Ada", too. To a reader that sees only the two texts, these would be two people. A question in the first person stays, and the
 * memory says "the user".
 */
export function alikeAboutUser(one: string, other: string, names: readonly string[]): [one: string, other: string] {
  const [nameInOne, nameInOther] = [calledIn(one, names), calledIn(other, names)];
  if (nameInOne !== null && nameInOther === null) return [one, calling(other, nameInOne)];
  if (nameInOther === null || nameInOne !== null) return [one, other];
  if (!one.endsWith('?')) return [calling(one, nameInOther), other];
  if (CALLS_USER.test(one)) return [one.replace(USER, nameInOther), other];
  return FIRST_PERSON.test(one) ? [one, withoutName(other, names)] : [one, other];
}

/** A reader that takes what two statements call the user for one person. The words that no longer hold stay those of the text. */
export const knowingNames = (reader: Pick<Reader, 'relations' | 'gone'>, names: readonly string[]): typeof reader => ({
  relations: (pairs, options) =>
    reader.relations(
      pairs.map(([earlier, later]) => alikeAboutUser(earlier, later, names)),
      options,
    ),
  gone: (pairs, options) => reader.gone(pairs, options),
});

function calledIn(text: string, names: readonly string[]): string | null {
  const name = names.find((name) => asWord(name).test(text));
  return name ?? (CALLS_USER.test(text) ? 'the user' : null);
}

/** The text with this name in place of "I" or "User". */
function calling(text: string, name: string): string {
  if (text.search(USER) >= 0) return capitalized(text.replace(USER, name));
  return FIRST_PERSON.test(text) ? capitalized(reported(text, name, null)) : text;
}

function withoutName(text: string, names: readonly string[]): string {
  return capitalized(names.reduce((left, name) => left.replace(asWord(name), 'the user'), text));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const asWord = (name: string) => new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'gu');
