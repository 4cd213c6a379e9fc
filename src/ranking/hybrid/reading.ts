import { utteranceOf } from '../../text/entities.js';
import type { Candidate, Reading } from './candidate.js';

/** Characters of a memory that the second stage reads: 200 candidates of any length stay within its time. */
export const READ_CHARACTERS = 400;
/** Characters at the end of a memory in which a question mark is looked for. */
const TAIL = 40;

/** Speaks of the speaker. Upper-case "ME" or "WE" may be anything. */
export const FIRST_PERSON = /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b/;

/** A description of an attachment behind the words does not hide that they ask something. */
const ATTACHMENT = /\s*\[[^\]]{0,400}\]\s*$/;

export function read(candidate: Candidate): Reading {
  const { speaker, said } = utteranceOf(candidate.content);
  const words = said.length < READ_CHARACTERS && said.trimEnd().endsWith(']') ? said.replace(ATTACHMENT, '') : said;
  const tail = words.slice(-TAIL).trimEnd();
  const asks = tail.endsWith('?') || tail.endsWith('？');
  return { candidate, speaker, said: said.slice(0, READ_CHARACTERS), length: said.length, asks };
}

/** Both say who speaks, and it is not the same person. */
export const differentSpeakers = (a: Reading, b: Reading) =>
  a.speaker !== null && b.speaker !== null && a.speaker[0] !== b.speaker[0];
