import { parsed } from '../parsed.js';
import { cleaned, isRecord, textOf, timeOf } from './message.js';

/** A line of a Claude Code transcript that the user or the assistant said. */
interface TranscriptLine {
  role: 'user' | 'assistant';
  text: string;
  session: string | undefined;
  /** Shared by the lines of one answer. */
  messageId: string | undefined;
  at: number | undefined;
  folder: string | undefined;
}

/** What Claude Code inserts in place of a prompt that nobody typed. */
const NOT_TYPED =
  /^(<(command-(name|message|args)|local-command-|system-reminder|bash-(input|stdout|stderr)|task-notification)|Caveat: The messages below|\[Request interrupted)/;

/** Null for tools, side chains, summaries and anything else that nobody said. */
export function transcriptLine(line: string): TranscriptLine | null {
  const value = parsed(line); // undefined for a line that is still being written
  if (!isRecord(value) || !isRecord(value.message)) return null;
  const { type, message } = value;
  if (type !== 'user' && type !== 'assistant') return null;
  if (value.isSidechain === true || value.isMeta === true || value.isCompactSummary === true) return null;
  if (value.isApiErrorMessage === true) return null;
  const text = cleaned(textOf(message.content));
  if (text === '' || (type === 'user' && NOT_TYPED.test(text))) return null;
  return {
    role: type,
    text,
    session: stringOf(value.sessionId),
    messageId: stringOf(message.id),
    at: timeOf(value.timestamp),
    folder: stringOf(value.cwd),
  };
}

/** Joins the lines of one answer. */
export function joined(lines: Iterable<TranscriptLine>): TranscriptLine[] {
  const out: TranscriptLine[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    const isSame = last?.role === 'assistant' && line.messageId !== undefined && last.messageId === line.messageId;
    if (last && isSame) last.text = `${last.text}\n\n${line.text}`;
    else out.push({ ...line });
  }
  return out;
}

const stringOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
