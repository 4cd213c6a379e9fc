import { hash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

interface Line {
  source: string;
  id: string;
  hash: string;
}

const NAME = '.recollect-import.jsonl';

export const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value)).slice(0, 24);

/**
 * Which parts of a source have been imported, in a file next to it: one line per conversation, written when it is done, so that an interrupted run
 * continues where it stopped. `source` identifies the source and its target: the same file for another user is a different one.
 */
export class Journal {
  readonly #source: string;
  readonly #done: Map<string, string>;
  #file: string;

  private constructor(file: string, source: string, done: Map<string, string>) {
    [this.#file, this.#source, this.#done] = [file, source, done];
  }

  static async open(folder: string, source: string, restart: boolean): Promise<Journal> {
    const done = new Map<string, string>();
    for (const file of [elsewhere(source), join(folder, NAME)]) {
      const lines = await linesOf(file);
      const others = lines.filter((line) => line.source !== source);
      if (restart && others.length < lines.length)
        await writeFile(file, others.map((line) => `${JSON.stringify(line)}\n`).join(''));
      else for (const line of lines) if (line.source === source) done.set(line.id, line.hash);
    }
    return new Journal(join(folder, NAME), source, done);
  }

  isDone(id: string, hash: string): boolean {
    return this.#done.get(id) === hash;
  }

  async add(id: string, hash: string): Promise<void> {
    this.#done.set(id, hash);
    const line = `${JSON.stringify({ source: this.#source, id, hash })}\n`;
    await appendFile(this.#file, line, { mode: 0o600 }).catch(async () => {
      // The folder is not writable: the file goes to the home folder.
      this.#file = elsewhere(this.#source);
      await mkdir(dirname(this.#file), { recursive: true });
      await appendFile(this.#file, line, { mode: 0o600 });
    });
  }
}

const elsewhere = (source: string) => join(homedir(), '.recollect', 'imports', `${source}.jsonl`);

async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return []; // cut off
    }
  });
}
