import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ROOT } from './deploy.js';
import type { Instruction, Stage } from './dockerfile.js';

export function must(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** Without the variables that `npm run` adds: they would describe this package to the npm inside. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|INIT_CWD)/.test(name)),
);

/** Builds the Dockerfile without Docker: every stage is a folder. */
export class Image {
  readonly #folder: string;
  readonly #instead: Readonly<Record<string, (workdir: string) => void>>;

  /** `instead`: what to do in place of a command at the start of a RUN. */
  constructor(folder: string, instead: Readonly<Record<string, (workdir: string) => void>> = {}) {
    this.#folder = folder;
    this.#instead = instead;
  }

  root = (stage: string) => join(this.#folder, stage);

  perform(stage: Stage): void {
    let workdir = '/';
    const inside = (path: string) => join(this.root(stage.name), resolve(workdir, path));
    for (const one of stage.instructions) {
      if (one.name === 'WORKDIR') {
        workdir = resolve(workdir, one.text);
        mkdirSync(inside('.'), { recursive: true });
      } else if (one.name === 'COPY') this.#copy(one, inside);
      else if (one.name === 'RUN') this.#run(one.text, inside('.'));
    }
  }

  #run(text: string, cwd: string): void {
    const [first = '', ...rest] = text.split(/\s+&&\s+/);
    const instead = this.#instead[first];
    instead?.(cwd);
    const left = instead ? rest.join(' && ') : text;
    if (left) must('sh', ['-ec', left], { cwd, env: environment });
  }

  #copy({ words, flags }: Instruction, inside: (path: string) => string): void {
    const from = flags.from ? this.root(flags.from) : ROOT;
    const target = words.at(-1) ?? '';
    for (const source of words.slice(0, -1)) {
      const path = join(from, source);
      const intoFolder = !statSync(path).isDirectory() && /\/$|^\.$/.test(target);
      const to = intoFolder ? join(inside(target), basename(source)) : inside(target);
      mkdirSync(dirname(to), { recursive: true });
      // Files that git ignores lie outside the copied folders, except for compiled files beside the source.
      cpSync(path, to, { recursive: true, verbatimSymlinks: true });
      const owner = Number(flags.chown?.split(':')[0] ?? 0);
      if (process.getuid?.() === 0) chownSync(to, owner, owner);
    }
  }
}

/** The words of an instruction in list form. */
export const listOf = (stage: Stage, name: string): string[] => {
  const text = stage.instructions.find((one) => one.name === name)?.text ?? '';
  return JSON.parse(text.slice(text.indexOf('[')));
};

/** A store and a search by meaning: the models are included. */
export const FIRST_CALLS = `
  const url = 'http://127.0.0.1:' + process.env.PORT;
  const call = async (path, key, body) => {
    const headers = key ? { authorization: 'Bearer ' + key } : {};
    const response = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
    if (!response.ok) throw new Error(path + ': ' + response.status + ' ' + await response.text());
    return response.json();
  };
  const { key } = await call('/signup', null, { name: 'image' });
  await call('/memory/store', key, { user_id: 'ada', content: 'Ada prefers window seats on long flights.' });
  for (let tries = 0; ; tries++) {
    const { semantic, results } = await call('/memory/retrieve?user_id=ada&q=Where%20does%20Ada%20like%20to%20sit%3F', key);
    if (semantic && results[0]?.content.includes('window')) break;
    if (tries > 60) throw new Error('The search is not by meaning.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const page = await fetch(url + '/console');
  if (!page.ok || !(await page.text()).includes('<script')) throw new Error('There is no console.');
`;
