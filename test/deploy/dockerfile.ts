import { textOf } from './deploy.js';

export interface Instruction {
  readonly name: string;
  readonly text: string;
  /** `--from=build` is `from: 'build'`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}
export interface Stage {
  readonly name: string;
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

const FLAG = /^--([\w-]+)=(\S+)\s+/;

function instruction(line: string): Instruction {
  const name = /^[A-Z]+/.exec(line)?.[0] ?? '';
  let text = line.slice(name.length).trim();
  const flags: Record<string, string> = {};
  for (let flag = FLAG.exec(text); flag; flag = FLAG.exec(text)) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    text = text.slice(flag[0].length);
  }
  return { name, text, flags, words: text.split(/\s+/) };
}

/** The stages of the Dockerfile, without comments and with continued lines joined. */
export function stages(): Stage[] {
  const lines = textOf('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim());
  const found: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const one of lines.map(instruction)) {
    if (one.name === 'FROM') {
      const [base = '', , name = 'image'] = one.words;
      found.push({ name, base, instructions: [] });
    } else found.at(-1)?.instructions.push(one);
  }
  return found;
}

/** The variables of a stage. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    stage.instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ words }) =>
        words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
      ),
  );

/** The paths that the build may copy, from .dockerignore: everything else is excluded. */
export const allowedPaths = (): string[] =>
  [...textOf('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
