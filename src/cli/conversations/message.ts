import { isBlank } from '../../kernel/blank.js';

type Role = 'user' | 'assistant' | 'system' | 'tool';

/** One turn of a conversation, as `POST /memory/ingest` accepts it. */
export interface Message {
  role: Role;
  content: string;
  name?: string;
  /** Unix milliseconds. */
  created_at?: number;
}

/** Other programs' names for the four roles. */
const ROLES: Readonly<Record<string, Role>> = {
  ...{ user: 'user', human: 'user', me: 'user', you: 'user', customer: 'user' },
  ...{ assistant: 'assistant', ai: 'assistant', bot: 'assistant', model: 'assistant', agent: 'assistant' },
  ...{ chatgpt: 'assistant', claude: 'assistant', gemini: 'assistant', copilot: 'assistant', gpt: 'assistant' },
  ...{ system: 'system', developer: 'system', tool: 'tool', function: 'tool' },
};
const LONGEST_NAME = 256;
/** Smaller numbers are seconds: as milliseconds they would be before March 1973. */
const FIRST_MILLISECONDS = 1e11;

export const roleOf = (word: unknown): Role | undefined =>
  typeof word === 'string' ? ROLES[word.trim().toLowerCase()] : undefined;

/** Converts a time as programs write it (a number of seconds or milliseconds, or a date) to milliseconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0)
    return Math.round(value < FIRST_MILLISECONDS ? value * 1_000 : value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return timeOf(Number(value));
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The text of a content: a string, a list of strings and text blocks, or an object that contains one of them. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).filter(Boolean).join('\n\n');
  if (!isRecord(content)) return '';
  if (typeof content.type === 'string' && !/^(text|input_text|output_text)$/.test(content.type)) return '';
  return textOf(content.text ?? content.parts ?? content.content ?? content.value);
}

/** What the service accepts: no NUL, no lone surrogates, no white space at the ends. */
export const cleaned = (text: string) =>
  (text.replaceAll('\0', '') as string & { toWellFormed(): string }).toWellFormed().trim();

/** Undefined if there is no text, as in a turn that only calls a tool. */
export function messageWith(role: Role, content: unknown, more: { name?: unknown; at?: unknown } = {}) {
  const text = cleaned(textOf(content));
  if (isBlank(text)) return undefined;
  const name = typeof more.name === 'string' ? cleaned(more.name).slice(0, LONGEST_NAME) : '';
  const created_at = timeOf(more.at);
  const message: Message = { role, content: text };
  if (name) message.name = name;
  if (created_at !== undefined) message.created_at = created_at;
  return message;
}

/** For a terminal: on one line, without anything that could move the cursor. */
export const oneLine = (text: string, longest: number) =>
  text
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longest);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
