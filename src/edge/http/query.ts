import type { z } from 'zod';
import { invalid, invalidField } from '../../kernel/errors.js';
import { definition, unwrap } from '../../kernel/schema.js';
import { cut } from '../../kernel/validation.js';

type Input = Record<string, unknown>;

/** Converts a parameter's text to the type its schema expects. Text that does not fit stays text, so that the schema reports what is allowed. */
interface Reader {
  many: boolean;
  read(text: string): unknown;
}

const METADATA = 'metadata.';
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const BOOLEANS = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const asText = (text: string) => text;
const asNumber = (text: string) => (NUMBER.test(text) ? Number(text) : text);
const asBoolean = (text: string) => BOOLEANS.get(text) ?? text;

/**
 * Created once per operation. An empty value counts as absent, except for the user and for operations that delete: a value that got lost
 * must not widen what is shown of others or what is deleted. Nor must a misspelled name: operations that delete get it, and refuse it.
 */
export function queryReader(schema: z.ZodObject, removes = false): (url: string, into: Input) => void {
  const readers = new Map<string, Reader>();
  for (const [name, field] of Object.entries(schema.shape)) readers.set(name, readerOf(field as z.ZodType));
  const filters = readers.has('metadata');

  return (url, into) => {
    const start = url.indexOf('?');
    if (start < 0) return;
    const seen = new Set<string>();
    for (const pair of url.slice(start + 1).split('&')) {
      if (!pair) continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const key = filters && name.startsWith(METADATA) ? name.slice(METADATA.length) : '';
      const reader = key ? TEXT : (readers.get(name) ?? (removes ? TEXT : undefined));
      const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
      if (!reader || (value === '' && !key && !removes && name !== 'user_id')) continue;
      if (seen.has(name) && !reader.many) throw invalidField(cut(name), 'is given more than once; it takes one value');
      seen.add(name);
      if (key) put(child(into), key, value);
      else if (reader.many) for (const item of value.split(',')) list(into, name).push(reader.read(item));
      else put(into, name, reader.read(value));
    }
  };
}

const TEXT: Reader = { many: false, read: asText };

function readerOf(field: z.ZodType): Reader {
  const schema = unwrap(field);
  const def = definition(schema);
  if (def.type === 'array' && def.element) return { many: true, read: readerOf(def.element).read };
  if (def.type === 'union') {
    const options = (def.options ?? []).map(readerOf);
    // A union that accepts any text (a time, for example) parses digits itself.
    const takesText = def.options?.some((option) => definition(unwrap(option)).type === 'string');
    return { many: options.some((one) => one.many), read: takesText ? asText : firstFit(options) };
  }
  return { many: false, read: scalar(def.type, def.values ?? []) };
}

function scalar(type: string, values: readonly unknown[]): Reader['read'] {
  if (type === 'number' || values.some((value) => typeof value === 'number')) return asNumber;
  if (type === 'boolean' || values.some((value) => typeof value === 'boolean')) return asBoolean;
  return asText;
}

const firstFit = (readers: readonly Reader[]) => (text: string) =>
  readers.map((reader) => reader.read(text)).find((value) => value !== text) ?? text;

function list(into: Input, name: string): unknown[] {
  if (!Array.isArray(into[name])) into[name] = [];
  return into[name] as unknown[];
}

function child(into: Input): Input {
  if (typeof into.metadata !== 'object' || into.metadata === null) into.metadata = {};
  return into.metadata as Input;
}

/** Defines instead of assigning: the key `__proto__` is a key like any other. */
const put = (into: Input, key: string, value: unknown) =>
  Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true });

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid(`The query is not valid: \`${cut(text)}\` is not percent-encoded UTF-8.`);
  }
}
