import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './settings.js';

/** What the hooks remember about an agent's session. */
interface SessionState {
  transcript?: string;
  /** Bytes of the transcript that have been read. */
  offset?: number;
  /** The last answer that was recorded, as a hash. */
  answer?: string;
  /** That answer was not yet in the transcript. */
  ahead?: true;
}

const KEPT_MS = 90 * 86_400_000;

export const hashOf = (text: string) => hash('sha256', text).slice(0, 24);

/** One small file per session; only the session's own hooks write it. */
export class Sessions {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'sessions');
  }

  #file(session: string): string {
    return join(this.#folder, `${hashOf(session)}.json`);
  }

  has(session: string): boolean {
    return this.read(session) !== undefined;
  }

  read(session: string): SessionState | undefined {
    return readJson(this.#file(session)) as SessionState | undefined;
  }

  write(session: string, state: SessionState): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.#file(session), JSON.stringify(state), { mode: 0o600 });
  }
}

/** Removes files of sessions and projects that have been inactive for long. */
export function sweepFolder(folder: string, now: number): void {
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (statSync(file).mtimeMs < now - KEPT_MS) rmSync(file, { force: true });
    }
  } catch {
    // Nothing there yet, or another process was faster.
  }
}
