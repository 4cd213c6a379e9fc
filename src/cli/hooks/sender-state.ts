import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './session.js';
import { readJson } from './settings.js';

/** The state of sending; only the sender writes it. */
export interface SenderState {
  /** Milliseconds. */
  sentAt?: number;
  sent: number;
  refused: number;
  failures: number;
  retryAt: number;
  error?: string;
}

const NOTHING: SenderState = { sent: 0, refused: 0, failures: 0, retryAt: 0 };
/** A sender that has not finished by then never will. */
const LOCK_MS = 300_000;

export class SenderFiles {
  readonly #state: string;
  readonly #lock: string;
  readonly #positions: string;

  constructor(folder: string) {
    this.#state = join(folder, 'sender.json');
    this.#lock = join(folder, 'sender.lock');
    this.#positions = join(folder, 'positions');
  }

  read(): SenderState {
    return { ...NOTHING, ...((readJson(this.#state) ?? {}) as Partial<SenderState>) };
  }

  write(state: SenderState): void {
    writeFileSync(this.#state, JSON.stringify(state), { mode: 0o600 });
  }

  /** Whether a sender is running. */
  get isLocked(): boolean {
    const written = statSync(this.#lock, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && written > Date.now() - LOCK_MS && this.#isAlive();
  }

  #isAlive(): boolean {
    try {
      process.kill(Number(readFileSync(this.#lock, 'utf8')), 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  }

  /** Only one sender runs at a time. */
  lock(): boolean {
    if (this.isLocked) return false;
    rmSync(this.#lock, { force: true });
    try {
      writeFileSync(this.#lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  unlock(): void {
    rmSync(this.#lock, { force: true });
  }

  /** Position of the next turn of a session; undefined if unknown. */
  position(session: string): number | undefined {
    const next = (readJson(this.#position(session)) as { next?: number } | undefined)?.next;
    return typeof next === 'number' ? next : undefined;
  }

  setPosition(session: string, next: number | undefined): void {
    mkdirSync(this.#positions, { recursive: true, mode: 0o700 });
    if (next === undefined) rmSync(this.#position(session), { force: true });
    else writeFileSync(this.#position(session), JSON.stringify({ next }), { mode: 0o600 });
  }

  #position(session: string): string {
    return join(this.#positions, `${hashOf(session)}.json`);
  }
}
