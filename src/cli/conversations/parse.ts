import { Failure } from '../failure.js';
import { parsed } from '../parsed.js';
import { titleOf } from './decode.js';
import { isRecord, type Message, messageWith, roleOf } from './message.js';
import { plain, spoken } from './speakers.js';

export interface ParseOptions {
  /** The name of the speaker who is the user. */
  me?: string;
  /** Treat the text as one turn, whatever it looks like. */
  plain?: boolean;
}

const JSON_NAME = /\.(json|jsonl|ndjson)$/i;
const TEXT_NAME = /\.(md|markdown|txt|text|log)$/i;

/** A conversation from JSON, JSON lines or a text. */
export function parseConversation(text: string, name: string, options: ParseOptions = {}): Message[] {
  const title = titleOf(name);
  const value = options.plain || TEXT_NAME.test(name) ? undefined : jsonOf(text, name, title);
  if (value === undefined) return options.plain ? plain(text) : spoken(text, title, options.me);
  const list = listOf(value, title);
  const messages = list.flatMap((entry, i) => {
    const message = entryOf(entry, `${title}: message ${i + 1}`);
    return message ? [message] : [];
  });
  if (messages.length === 0) throw new Failure(`${title} has no message with text.`);
  return messages;
}

/** Undefined for text that is not JSON and does not claim to be. */
function jsonOf(text: string, name: string, title: string): unknown {
  const claims = JSON_NAME.test(name) || /^\s*(\{\s*"|\[\s*\{)/.test(text);
  if (!claims) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [[i + 1, line] as const]));
    const isLines = lines.length > 1 && isRecord(parsed(lines[0]?.[1] ?? ''));
    if (!isLines) throw new Failure(`${title} is not valid JSON: ${(error as Error).message}.`);
    return lines.map(([number, line]) => {
      const value = parsed(line);
      if (value === undefined) throw new Failure(`${title}: line ${number} is not valid JSON.`);
      return value;
    });
  }
}

function listOf(value: unknown, title: string): unknown[] {
  const list = isRecord(value) ? (Array.isArray(value.messages) ? value.messages : [value]) : value;
  if (!Array.isArray(list))
    throw new Failure(`${title} contains no messages: it must be a list, or an object with "messages".`);
  const isExport = list.some((entry) => isRecord(entry) && ('mapping' in entry || 'chat_messages' in entry));
  if (isExport) throw new Failure(`${title} is an export of many conversations: use recollect import.`);
  return list;
}

function entryOf(entry: unknown, where: string): Message | undefined {
  if (!isRecord(entry)) throw new Failure(`${where} is not an object with "role" and "content".`);
  const said = entry.role ?? entry.sender ?? entry.author ?? entry.from ?? entry.speaker;
  const role = roleOf(isRecord(said) ? said.role : said);
  if (!role)
    throw new Failure(
      said === undefined
        ? `${where} has no role: it must be user, assistant, system or tool.`
        : `${where} has the role ${JSON.stringify(said).slice(0, 60)}: it must be user, assistant, system or tool.`,
    );
  const at = entry.created_at ?? entry.timestamp ?? entry.create_time ?? entry.time ?? entry.date;
  return messageWith(role, entry.content ?? entry.text ?? entry.message, { name: entry.name, at });
}
