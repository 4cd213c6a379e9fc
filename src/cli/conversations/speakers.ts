import { Failure } from '../failure.js';
import { type Message, messageWith, roleOf } from './message.js';

/** `Ann: text`, `**Ann:** text`, `[10:32] Ann: text`. */
const LINE =
  /^(?:\[([^\]\n]{1,40})\]\s*)?(?:\*\*|__)?(\p{L}[\p{L}\p{N}._' -]{0,39}?)(?:\*\*|__)?\s?:(?:\*\*|__)?(?:\s+(.*))?$/u;
/** `## User`. */
const HEADING = /^#{1,6}\s+(\p{L}+):?\s*$/u;
const MAX_WORDS = 3;
/** Words before a colon that are not a speaker. */
const NOBODY = new Set(
  (
    'note notes nb ps todo warning caution important tip hint info example examples ' +
    'error result output input question answer summary title date time from to cc bcc ' +
    'subject re fwd http https file url see usage default step steps update edit'
  ).split(' '),
);
/** A text with at least this many lines with speakers is certainly a dialogue. */
const SURELY = 4;

interface Said {
  /** Null before the first speaker. */
  speaker: string | null;
  stamp: string | undefined;
  lines: string[];
}

/** The turns of a text; those of `me` are the user's. A text without speakers is one turn of the user. */
export function spoken(text: string, title: string, me?: string): Message[] {
  const said = split(text);
  const speakers = [...new Set(said.flatMap(({ speaker }) => speaker ?? []))];
  const turns = said.filter(({ speaker }) => speaker !== null).length;
  const isMe = meAmong(speakers, me);
  const names = speakers.slice(0, 5).join(', ');
  if (me !== undefined && !speakers.some(isMe)) {
    throw new Failure(
      speakers.length === 0
        ? `${title} has no lines such as "${me}: …": leave out --me to send it as one turn.`
        : `Nobody in ${title} is named ${me}: the speakers are ${names}.`,
    );
  }
  if (!speakers.some(isMe)) {
    const isDialogue = said[0]?.speaker !== null && speakers.length > 1 && turns >= SURELY;
    if (isDialogue)
      throw new Failure(
        `${title} is a dialogue between ${names}: say which one is you with --me, or use --plain for one turn.`,
      );
    return plain(text);
  }
  return said.flatMap((one) => turnOf(one, isMe));
}

export const plain = (text: string): Message[] => [messageWith('user', text)].filter((turn) => turn !== undefined);

function meAmong(speakers: readonly string[], me: string | undefined): (speaker: string) => boolean {
  const folded = me?.trim().toLowerCase();
  if (folded !== undefined) return (speaker) => speaker.toLowerCase() === folded;
  // Without `me`, only role names identify the user.
  return speakers.some((speaker) => roleOf(speaker) === 'assistant') || speakers.length === 1
    ? (speaker) => roleOf(speaker) === 'user'
    : (speaker) => /^(user|human|me)$/i.test(speaker);
}

function turnOf({ speaker, stamp, lines }: Said, isMe: (speaker: string) => boolean): Message[] {
  const text = lines.join('\n');
  // A block of headings alone before the first turn is the title of the page.
  if (speaker === null && lines.every((line) => /^\s*(#.*|-{3,})?$/.test(line))) return [];
  const known = speaker === null ? 'system' : roleOf(speaker);
  const role =
    speaker !== null && isMe(speaker) ? 'user' : known === 'system' || known === 'tool' ? known : 'assistant';
  const at = stamp !== undefined && /^\d{4}-\d{2}-\d{2}/.test(stamp) ? stamp : undefined;
  const turn = messageWith(role, text, { at, name: known === undefined ? speaker : undefined });
  return turn ? [turn] : [];
}

function split(text: string): Said[] {
  const said: Said[] = [];
  let fence = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fence = !fence;
    const begun = fence ? null : beginning(line);
    if (begun) said.push(begun);
    else if (said.length > 0) said.at(-1)?.lines.push(line);
    else said.push({ speaker: null, stamp: undefined, lines: [line] });
  }
  return said.filter(({ speaker, lines }) => speaker !== null || lines.some((line) => line.trim() !== ''));
}

function beginning(line: string): Said | null {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined && roleOf(heading)) return { speaker: heading, stamp: undefined, lines: [] };
  const [, stamp, name = '', rest = ''] = LINE.exec(line) ?? [];
  const words = name.split(/\s+/);
  const isName = name !== '' && words.length <= MAX_WORDS && (/^\p{Lu}/u.test(name) || roleOf(name) !== undefined);
  return isName && !NOBODY.has(name.toLowerCase()) ? { speaker: name, stamp, lines: [rest] } : null;
}
