import { OPERATIONS } from '../../client/generated.js';
import { queryOf } from '../../client/transport.js';

/** A call of the public interface, such as `memory.update`, and its input. */
export interface Described {
  operation: string;
  input: Record<string, unknown>;
  /** If set, the body is this file of JSON lines and the input is the query. */
  file?: string;
}
export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

const BY_NAME = new Map<string, { method: string; path: string }>(
  OPERATIONS.map(([group, name, method, path]) => [group === null ? name : `${group}.${name}`, { method, path }]),
);
/** The stream has no generated method: it is a call of the client itself. */
const STREAM = 'events';
BY_NAME.set(STREAM, { method: 'GET', path: '/memory/events' });

/** The key never appears: a snippet reads it from the environment. */
export function snippetOf(call: Described, language: Language, url: string): string {
  const input = Object.fromEntries(Object.entries(call.input).filter(([, value]) => value !== undefined));
  if (language === 'curl') return curl({ ...call, input }, url);
  const given = call.file === undefined ? input : { memories: ENTRIES, ...input };
  return language === 'TypeScript' ? typescript(call.operation, given) : python(call.operation, given);
}

/** Stands for a variable: a snippet does not contain the file. */
const ENTRIES = Symbol('entries');

export function lineOf(call: Described): string {
  const { method, target } = requestOf(call);
  return `${method} ${target}`;
}

function requestOf({ operation, input, file }: Described) {
  const { method, path } = BY_NAME.get(operation) ?? { method: 'GET', path: `/${operation.replaceAll('.', '/')}` };
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const inQuery = method === 'GET' || method === 'DELETE' || file !== undefined;
  const query = inQuery ? queryOf(rest) : '';
  return { method, target: `${filled}${query ? `?${query}` : ''}`, body: inQuery ? undefined : rest };
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(call: Described, url: string): string {
  const { method, target, body } = requestOf(call);
  const lines = [
    `curl ${call.operation === STREAM ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(`${url}${target}`)}`,
    '-H "Authorization: Bearer $RECOLLECT_KEY"',
  ];
  if (body) lines.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body))}`);
  if (call.file !== undefined)
    lines.push("-H 'Content-Type: application/x-ndjson'", `--data-binary @${shellQuoted(call.file)}`);
  return lines.join(' \\\n  ');
}

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

function literal(value: unknown, indent: string): string {
  if (value === ENTRIES) return 'entries';
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(
    ([name, item]) => `${isName(name) ? name : JSON.stringify(name)}: ${literal(item, `${indent}  `)}`,
  );
  const short = `{ ${entries.join(', ')} }`;
  if (entries.length === 0) return '{}';
  return short.length + indent.length < 72
    ? short
    : `{\n${entries.map((entry) => `${indent}  ${entry},`).join('\n')}\n${indent}}`;
}

function typescript(operation: string, input: Record<string, unknown>): string {
  const call = `client.${operation}(${Object.keys(input).length > 0 ? literal(input, '') : ''})`;
  const line = operation === STREAM ? `for await (const event of ${call}) console.log(event);` : `await ${call};`;
  return `const client = new Recollect({ url, key: process.env.RECOLLECT_KEY });\n${line}`;
}

const KEYWORDS = new Set(['import', 'from', 'class', 'global', 'is', 'in', 'not', 'pass', 'return']);
const keyword = (name: string) => (KEYWORDS.has(name) ? `${name}_` : name);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function pythonLiteral(value: unknown): string {
  if (value === ENTRIES) return 'entries';
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item)}`)
    .join(', ')}}`;
}

function python(operation: string, input: Record<string, unknown>): string {
  const given = Object.entries(input).map(([name, value]) => `${keyword(name)}=${pythonLiteral(value)}`);
  const method = operation.split('.').map(snake).map(keyword).join('.');
  const short = `client.${method}(${given.join(', ')})`;
  if (operation === STREAM)
    return `client = Recollect(url, os.environ["RECOLLECT_KEY"])\nfor event in ${short}:\n    print(event)`;
  const call = short.length < 80 ? short : `client.${method}(\n${given.map((line) => `    ${line},`).join('\n')}\n)`;
  return `client = Recollect(url, os.environ["RECOLLECT_KEY"])\n${call}`;
}
