import type { ExportedMemory } from './sql/export.js';

const runs = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

/** A block that no text can close: its fence is longer than any run of backticks inside. */
function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, runs(text) + 1));
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** Names on one line, as code: line breaks and other control characters are shown, not interpreted. */
function code(text: string): string {
  const shown = text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const fence = '`'.repeat(runs(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

export const heading = ({ userId, agentId }: { userId: string | null; agentId: string | null }, isNewUser: boolean) =>
  `${isNewUser ? `\n## ${userId ? `User ${code(userId)}` : 'Without a user'}\n` : ''}\n### Agent ${code(agentId ?? '')}\n`;

const iso = (time: number) => new Date(time).toISOString();

export function memoryMarkdown(memory: ExportedMemory): string {
  const facts: [string, string | null | false][] = [
    ['stored', iso(memory.created_at)],
    ['changed', memory.updated_at !== memory.created_at && iso(memory.updated_at)],
    ['verified', memory.verified_at !== null && iso(memory.verified_at)],
    ['true from', memory.valid_from !== null && iso(memory.valid_from)],
    ['true until', memory.valid_until !== null && iso(memory.valid_until)],
    ['expires', memory.expires_at !== null && iso(memory.expires_at)],
    ['replaced by', memory.superseded_by !== null && code(memory.superseded_by)],
    ['kind', memory.kind],
    ['category', memory.category],
    ['namespace', memory.namespace !== 'default' && code(memory.namespace)],
    ['importance', `${memory.importance}${memory.importance_estimated ? ' (estimated)' : ''}`],
    ['outcome', memory.outcome !== 'unknown' && memory.outcome],
    ['tags', memory.tags.length > 0 && memory.tags.map(code).join(' ')],
  ];
  const line = facts.flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])).join(' · ');
  const metadata =
    Object.keys(memory.metadata).length > 0 ? `\n${fenced(JSON.stringify(memory.metadata, null, 2), 'json')}` : '';
  return `\n#### ${code(memory.id)}\n\n${line}\n\n${fenced(memory.content, 'text')}${metadata}`;
}

type Fields = Record<string, unknown>;

export const linkMarkdown = ({ from, to, relationship }: Fields): string =>
  `\n- ${code(String(from))} ${code(String(relationship))} ${code(String(to))}\n`;

/** A text up to this length goes on the line of short fields. */
const SHORT = 60;
const isTime = (name: string, value: unknown): value is number =>
  name.endsWith('_at') && typeof value === 'number' && Math.abs(value) <= 8_640_000_000_000_000;
const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);

/** A record of any kind: short fields on one line, long texts and lists below, each under its name. */
export function heldMarkdown({ id, ...fields }: Fields): string {
  const facts: string[] = [];
  const blocks: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (isEmpty(value)) continue;
    const title = name.replaceAll('_', ' ');
    if (isTime(name, value)) facts.push(`${title} ${iso(value)}`);
    else if (typeof value === 'string' && value.length > SHORT) blocks.push(`\n${title}:\n\n${fenced(value, 'text')}`);
    else if (typeof value === 'string') facts.push(`${title} ${code(value)}`);
    else if (typeof value !== 'object') facts.push(`${title} ${String(value)}`);
    else if (isTexts(value))
      blocks.push(`\n${title}:\n\n${value.map((text, i) => `${i + 1}. ${code(text)}\n`).join('')}`);
    else blocks.push(`\n${title}:\n\n${fenced(JSON.stringify(value, null, 2), 'json')}`);
  }
  return `\n### ${code(String(id))}\n\n${facts.join(' · ')}\n${blocks.join('')}`;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
