import { utteranceOf } from '../../text/entities.js';
import type { Candidate, Reading } from './candidate.js';

/** Characters of a memory that the second stage reads: this keeps 200 candidates of any length within its time. */
export const READ_CHARACTERS = 400;
/** Characters at the end of a memory that are searched for a question mark. */
const TAIL = 40;

/** An attachment named after the text, as the import of chats does it (`[attached: plan.pdf]`), must not hide that the text asks something. */
const ATTACHMENT = /\s*\[[^\]]{0,400}\]\s*$/;

export function read(candidate: Candidate): Reading {
  const { speaker, said } = utteranceOf(candidate.content);
  const words = said.length < READ_CHARACTERS && said.trimEnd().endsWith(']') ? said.replace(ATTACHMENT, '') : said;
  const tail = words.slice(-TAIL).trimEnd();
  const asks = tail.endsWith('?') || tail.endsWith('？');
  return { candidate, speaker, said: said.slice(0, READ_CHARACTERS), asks };
}

/** Both name their speaker, and the speakers differ. */
export const differentSpeakers = (a: Reading, b: Reading) =>
  a.speaker !== null && b.speaker !== null && a.speaker[0] !== b.speaker[0];
