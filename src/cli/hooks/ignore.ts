import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readText } from './settings.js';

export const IGNORE_FILE = '.recollectignore';
/** Never sent, wherever they are; a user's ignore file can allow them again with `!`. */
const ALWAYS = [
  ...['.env', '.env.*', '!.env.example', '*.pem', '*.key', '*.p12', '*.pfx', 'id_rsa*', 'id_ed25519*', 'id_ecdsa*'],
  ...['.netrc', '.pgpass', '.npmrc', '.pypirc', '.aws/', '.ssh/', '.gnupg/', '.recollect/'],
];

interface Rule {
  allows: boolean;
  /** Matches a path relative to the file's folder, with slashes. */
  pattern: RegExp;
  /** Matches a name at any depth, and excludes such names outside that folder too. */
  isLoose: boolean;
}
interface RuleFile {
  folder: string | null;
  rules: Rule[];
}

/** Which paths must not be mentioned: the rules of a project and of all folders above it, as git reads them. */
export class Ignored {
  readonly #files: RuleFile[];
  /** The files that are in force. */
  readonly sources: string[];
  /** A rule such as `*` excludes the whole project. */
  readonly everything: boolean;

  private constructor(files: RuleFile[], sources: string[], everything: boolean) {
    this.#files = files;
    this.sources = sources;
    this.everything = everything;
  }

  /** `more`: files that apply to all projects. */
  static for(folder: string, more: readonly string[] = []): Ignored {
    const found = [...more.filter(existsSync), ...above(folder)];
    const files: RuleFile[] = [{ folder: null, rules: rulesOf(ALWAYS.join('\n')) }];
    let everything = false;
    for (const file of found) {
      const text = readText(file);
      everything ||= text.split(/\r?\n/).some((line) => /^\/?\*\*?\/?$/.test(line.trim()));
      files.push({ folder: more.includes(file) ? null : dirname(file), rules: rulesOf(text) });
    }
    return new Ignored(files, found, everything);
  }

  has(path: string, cwd: string): boolean {
    const full = isAbsolute(path) ? path : resolve(cwd, path);
    let ignored = false;
    for (const { folder, rules } of this.#files) {
      const inside = folder === null ? null : relative(folder, full);
      const isInside = inside !== null && inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
      const tested = (isInside ? inside : full).split(sep).join('/').replace(/^\/+/, '');
      for (const { allows, pattern, isLoose } of rules) {
        if ((isInside || folder === null || (isLoose && !allows)) && pattern.test(tested)) ignored = !allows;
      }
    }
    return ignored;
  }
}

/** The ignore files from the top down; the last one wins. */
function above(folder: string): string[] {
  const files: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, IGNORE_FILE);
    if (existsSync(file)) files.unshift(file);
    if (at === dirname(at)) return files;
  }
}

function rulesOf(text: string): Rule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trimEnd();
    // A blank after a backslash belongs to the name.
    const rule = trimmed.endsWith('\\') ? line.slice(0, trimmed.length + 1) : trimmed;
    if (rule === '' || rule.startsWith('#')) return [];
    const allows = rule.startsWith('!');
    const glob = (allows ? rule.slice(1) : rule).replace(/^\\(?=[#!])/, '');
    const isLoose = !glob.replace(/\/$/, '').includes('/');
    const source = globSource(glob.replace(/^\//, '').replace(/\/$/, ''));
    return source === ''
      ? []
      : [{ allows, isLoose, pattern: new RegExp(`^${isLoose ? '(?:.*/)?' : ''}${source}(?:/.*)?$`) }];
  });
}

/** A glob as a regular expression: `*` and `?` within a name, `**` across folders. */
function globSource(glob: string): string {
  let source = '';
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i] as string;
    if (glob.startsWith('**/', i) && (i === 0 || glob[i - 1] === '/')) {
      source += '(?:.*/)?';
      i += 2;
    } else if (glob.startsWith('**', i)) {
      source += '.*';
      i += 1;
    } else if (char === '*') source += '[^/]*';
    else if (char === '?') source += '[^/]';
    else if (char === '[' && glob.indexOf(']', i + 2) > 0) {
      const end = glob.indexOf(']', i + 2);
      source += `[${glob
        .slice(i + 1, end)
        .replace(/^!/, '^')
        .replaceAll('\\', '\\\\')}]`;
      i = end;
    } else if (char === '\\' && i + 1 < glob.length) source += escaped(glob[++i] as string);
    else source += escaped(char);
  }
  return source;
}

const escaped = (char: string) => char.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The project folder that a folder belongs to: the one with `.git`, else the folder itself. */
export function projectFolder(cwd: string): string {
  for (let at = resolve(cwd); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return resolve(cwd);
  }
}

export const projectName = (folder: string) => basename(folder) || 'root';
