import { isRecord } from '../conversations/message.js';

/** What a tool was asked to do, and the outcome. */
export interface ToolUse {
  name: string;
  input: unknown;
  result: unknown;
}

/** Tools that only read, or do the agent's own bookkeeping. */
const SILENT = new Set([
  ...['read', 'glob', 'grep', 'ls', 'list', 'notebookread', 'todowrite', 'todoread', 'toolsearch', 'bashoutput'],
  ...['killshell', 'taskoutput', 'exitplanmode', 'enterplanmode', 'webfetch', 'websearch', 'skill'],
]);
const EDITS: Readonly<Record<string, string>> = {
  ...{ edit: 'Edited', multiedit: 'Edited', notebookedit: 'Edited', patch: 'Edited', write: 'Wrote' },
};
/** Our own tools: what they return comes from memory. */
const OWN = /recollect/i;
const MAX_LEAVES = 200;
const DEEPEST = 4;

export const isReported = ({ name }: ToolUse) => name !== '' && !SILENT.has(name.toLowerCase()) && !OWN.test(name);

/** One turn that says what was done. */
export function outcomeOf({ name, input, result }: ToolUse): string {
  const given = isRecord(input) ? input : {};
  const edited = EDITS[name.toLowerCase()];
  const path = given.file_path ?? given.filePath ?? given.notebook_path ?? given.path;
  if (edited && typeof path === 'string') return `${edited} ${path}`;
  if (typeof given.command === 'string') return [`$ ${given.command}`, resultText(result)].filter(Boolean).join('\n');
  const asked = input === undefined ? '' : ` ${typeof input === 'string' ? input : JSON.stringify(input)}`;
  return [`${name}${asked}`, resultText(result)].filter(Boolean).join('\n');
}

function resultText(result: unknown): string {
  if (typeof result === 'string') return result.trim();
  if (Array.isArray(result)) return result.map(resultText).filter(Boolean).join('\n');
  if (!isRecord(result)) return '';
  const streams = [result.stdout, result.stderr].filter((text) => typeof text === 'string' && text.trim() !== '');
  if (streams.length > 0) return streams.join('\n').trim();
  if ('stdout' in result) return '';
  const text = result.text ?? result.output ?? result.content;
  return text === undefined ? JSON.stringify(result) : resultText(text);
}

/** Every path that the use of a tool may have touched. */
export function pathsOf({ input }: ToolUse): string[] {
  const paths: string[] = [];
  const walk = (value: unknown, depth: number, isCommand: boolean): void => {
    if (paths.length >= MAX_LEAVES || depth > DEEPEST) return;
    if (typeof value === 'string') paths.push(...(isCommand ? words(value) : /\s/.test(value) ? [] : [value]));
    else if (Array.isArray(value)) for (const item of value) walk(item, depth + 1, isCommand);
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value))
        walk(item, depth + 1, isCommand || /^(command|cmd|script)$/.test(key));
  };
  walk(input, 0, false);
  return paths.filter((path) => path !== '' && path.length < 1_000);
}

const words = (command: string) => command.split(/[\s"'`=;|&<>(){},]+/);
