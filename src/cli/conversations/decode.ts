import { Failure } from '../failure.js';
import { signatureOf } from '../importing/content.js';

/** Longer texts do not fit into a Node.js string. */
const LONGEST_TEXT = 400_000_000;

export const titleOf = (name: string) => (name === '-' ? 'Standard input' : name);

/** The text of a file; otherwise fails with a sentence that says what the file is instead. */
export function decoded(bytes: Buffer, name: string): string {
  const title = titleOf(name);
  if (bytes.length > LONGEST_TEXT)
    throw new Failure(`${title} has ${Math.round(bytes.length / 1e6)} MB; the limit is 400 MB: split it.`);
  const other = signatureOf(bytes);
  if (other === 'UTF-16 text') throw new Failure(`${title} is UTF-16 text: save it as UTF-8.`);
  if (other) throw new Failure(`${title} is ${other}: a conversation is JSON, JSON lines or text.`);
  if (bytes.includes(0)) throw new Failure(`${title} is a binary file: a conversation is JSON, JSON lines or text.`);
  const text = utf8(bytes, title);
  if (text.trim() === '') throw new Failure(`${title} is empty.`);
  if (/^\s*<(!doctype html|html)\b/i.test(text)) throw new Failure(`${title} is an HTML page: save its text.`);
  return text;
}

function utf8(bytes: Buffer, title: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops a byte order mark
  } catch {
    throw new Failure(
      `${title} is not UTF-8; perhaps it is Windows-1252 or Latin-1: convert it, for example with iconv -f WINDOWS-1252 -t UTF-8.`,
    );
  }
}
