import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../conversations/message.js';
import { readJson } from './settings.js';

/** What is waiting to be sent: turns of a session, or a request for a fresh context of a project. */
export interface Entry {
  agent: string;
  session: string;
  project: string;
  messages: Message[];
  /** The context of the project is to be retrieved. */
  context?: true;
}
export interface Waiting {
  name: string;
  bytes: number;
}

const MAX_BYTES = 20_000_000;
const MAX_ENTRIES = 5_000;
const OWNER_ONLY = 0o600;
/** Time, process, sequence number and size of an entry: `1700000000000-4242-0-312.json`. */
const NAME = /^\d{13,}-\d+-\d+-(\d+)\.json$/;

let written = 0;

/**
 * Entries are files that are written once and never changed: hooks that run at the same time need no lock, and a kill leaves an entry complete or
 * absent. Their names contain their order and size, so that listing the folder shows how full it is.
 */
export class Spool {
  readonly #folder: string;
  readonly #dropped: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'spool');
    this.#dropped = join(folder, 'dropped');
  }

  /** The oldest entries are dropped to make room for a new one. */
  add(entry: Entry): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const bytes = Buffer.from(JSON.stringify(entry));
    this.#makeRoom(bytes.length);
    const name = `${Date.now()}-${process.pid}-${written++}-${bytes.length}.json`;
    const draft = join(this.#folder, `${name}.part`);
    writeFileSync(draft, bytes, { mode: OWNER_ONLY });
    renameSync(draft, join(this.#folder, name));
  }

  #makeRoom(bytes: number): void {
    const waiting = this.list();
    let size = waiting.reduce((sum, one) => sum + one.bytes, bytes);
    let count = waiting.length + 1;
    const old: string[] = [];
    for (const one of waiting) {
      if (size <= MAX_BYTES && count <= MAX_ENTRIES) break;
      old.push(one.name);
      size -= one.bytes;
      count--;
    }
    if (old.length === 0) return;
    this.remove(old);
    // One byte per entry, so that several processes can count together.
    appendFileSync(this.#dropped, '.'.repeat(old.length));
  }

  /** Oldest first. */
  list(): Waiting[] {
    try {
      return readdirSync(this.#folder)
        .flatMap((name) => {
          const bytes = NAME.exec(name)?.[1];
          return bytes === undefined ? [] : [{ name, bytes: Number(bytes) }];
        })
        .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    } catch {
      return [];
    }
  }

  /** Null if it is missing or broken. */
  read(name: string): Entry | null {
    return (readJson(join(this.#folder, name)) ?? null) as Entry | null;
  }

  remove(names: readonly string[]): void {
    for (const name of names) rmSync(join(this.#folder, name), { force: true });
  }

  /** How many entries were lost because the spool was full. */
  get dropped(): number {
    return statSync(this.#dropped, { throwIfNoEntry: false })?.size ?? 0;
  }
}
