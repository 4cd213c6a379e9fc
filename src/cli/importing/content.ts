import { ENVELOPE } from '../../features/portability/envelope.js';
import { isRecord } from '../conversations/message.js';
import { parsed } from '../parsed.js';

/** What can be imported, for an error message. */
export const IMPORTABLE =
  'allowed are JSON documents, JSON arrays and JSON Lines, gzipped or not, as written by recollect export, ' +
  'agentmemo, mem0, Zep, the MCP memory server or OpenMemory';

const SIGNATURES: readonly [string, string][] = [
  ['PK\x03\x04', 'a ZIP archive (unpack it first)'],
  ['%PDF-', 'a PDF document'],
  ['\x1f\x8b', 'gzipped'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['\xff\xfe', 'UTF-16 text'],
  ['\xfe\xff', 'UTF-16 text'],
];
/** Every entry that can be imported has at least one of these fields. */
const ENTRY_FIELDS = [
  ...['content', 'memory', 'text', 'data', 'fact', 'summary'],
  ...['name', 'entityName', 'observations', 'relationType', 'type'],
];
const FIELDS_SHOWN = 5;

/** The kind of a file by its first bytes; undefined if they match none. */
export const signatureOf = (bytes: Buffer): string | undefined =>
  SIGNATURES.find(([first]) => bytes.subarray(0, first.length).toString('latin1') === first)?.[1];

/** The kind of a file whose beginning rules out an import; null if it does not. */
export function describeOther(prefix: Buffer, isLines: boolean): string | null {
  const signature = signatureOf(prefix);
  if (signature) return signature;
  const text = textOf(prefix)?.trimStart();
  if (text === undefined) return 'a binary file';
  if (text === '') return 'empty';
  if (/^<(!doctype html|html|head|body)\b/i.test(text)) return 'an HTML page';
  if (text.startsWith('<')) return 'an XML document';
  if (/^#+ /.test(text)) return 'a Markdown document, which is for reading only';
  const value = parsed(text); // undefined for JSON lines and part of a document too
  if (value !== undefined) return describeJson(value);
  if (/^[{[]/.test(text) || (isLines && /^\s*\{/m.test(text))) return null;
  return 'plain text';
}

/** Undefined for a binary file. The bytes may end in the middle of a character. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function describeJson(value: unknown): string | null {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty JSON array';
    return value.some(isRecord) ? null : 'a JSON array without any object';
  }
  if (!isRecord(value)) return `a single JSON value (${value === null ? 'null' : typeof value})`;
  const fields = Object.keys(value);
  if (fields.some((field) => ENTRY_FIELDS.includes(field) || (field in ENVELOPE && Array.isArray(value[field]))))
    return null;
  if (fields.length === 0) return 'an empty JSON object';
  const more = fields.length > FIELDS_SHOWN ? ', …' : '';
  return `a JSON object without a known field: it has ${fields.slice(0, FIELDS_SHOWN).join(', ')}${more}`;
}
