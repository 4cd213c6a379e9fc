import { createHmac, hash } from 'node:crypto';
import { BriefCache } from '../../kernel/brief-cache.js';
import { type Clock, DAY, MINUTE } from '../../kernel/clock.js';
import { type IdSource, randomIds } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import type { Caller } from '../keys/caller.js';
import { clientOf } from '../keys/signup/address.js';
import { PeriodicWriter } from '../periodic-writer.js';
import {
  type AuditEntry,
  type AuditPage,
  addAudit,
  listAudit,
  redactLate,
  removeOldAudit,
  type Span,
} from './sql/statements.js';

/** A completed call. */
export interface AuditedCall {
  caller: Caller;
  /** The id of the operation. */
  action: string;
  status: number;
  via: 'http' | 'mcp' | 'console';
  requestId: string;
  /** It changed or returned something, so it gets an entry of its own. */
  single: boolean;
  /** The key whose data it was about; absent: that of the caller. */
  keyId?: string | undefined;
  userId?: string | null | undefined;
  subjects?: readonly string[] | undefined;
}

/** Entries waiting to be written; anything beyond is only counted. */
const MAX_PENDING = 10_000;
/** Entries per transaction. */
const CHUNK = 500;
/** Ids per entry. */
const MAX_SUBJECTS = 100;
const REQUEST_ID_CHARACTERS = 64;
const SUM = 'sum_';
/** What an entry takes on disk, including its index entries, and what an id in it takes. */
const ENTRY_BYTES = 300;
const SUBJECT_BYTES = 31;
/**
 * Bytes per day for each free key, and for all callers without a key together: callers that pay nothing must not fill the disk. Beyond that, the
 * calls of a minute become one entry per status.
 */
const FREE_BYTES = 5_000_000;
const ANONYMOUS_BYTES = 20_000_000;

const actorOf = (caller: Caller): string =>
  caller.kind === 'key'
    ? (caller.bound?.keyId ?? caller.keyId)
    : caller.kind === 'issuer'
      ? caller.issuerId
      : caller.kind;

/** The budget that a call counts against; null: the caller is known to the operator and has no budget. */
const budgetOf = (caller: Caller): { name: string; bytes: number } | null => {
  if (caller.kind === 'anonymous') return { name: 'anonymous', bytes: ANONYMOUS_BYTES };
  return caller.kind === 'key' && caller.tier === 'free' ? { name: caller.keyId, bytes: FREE_BYTES } : null;
};

/** Merges sums with the same id; they come in the order of ids: a statement may touch a row only once. */
function merged(sums: readonly AuditEntry[]): AuditEntry[] {
  const all: AuditEntry[] = [];
  for (const sum of sums) {
    const before = all.at(-1);
    if (before?.id === sum.id) before.calls += sum.calls;
    else all.push(sum);
  }
  return all;
}

/** Who did what with which key. Recorded in memory and written about every second: a call does not wait for it. */
export class AuditLog extends PeriodicWriter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #secret: string;
  readonly #ids: IdSource;
  readonly #refs = new BriefCache<string>(10_000);
  readonly #entries: AuditEntry[] = [];
  #sums = new Map<string, AuditEntry>();
  /** Sums that could not be written. */
  readonly #late: AuditEntry[] = [];
  /** Bytes that each budget has used today, and the sums of this minute that are already charged. */
  #spent = { day: Number.NaN, bytes: new Map<string, number>() };
  #paid = { minute: Number.NaN, places: new Set<string>() };

  /** `days`: how long entries are kept; 0: nothing is recorded. `secret`: pseudonyms are made with it. */
  constructor(parts: { database: Database; clock: Clock; days: number; secret: string }) {
    super();
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#days = parts.days;
    this.#secret = parts.secret;
    this.#ids = randomIds(() => parts.clock.now());
  }

  /** The same for the same user of the same key; it does not reveal the user. */
  userRef(keyId: string, userId: string): string {
    return this.#refs.get(`${keyId}\n${userId}`, (user) =>
      createHmac('sha256', this.#secret).update(user).digest('hex').slice(0, 32),
    );
  }

  /** Whether calls of this caller are recorded. */
  records(caller: Caller): boolean {
    return this.#days > 0 && !(caller.kind === 'key' && caller.unaudited);
  }

  note(call: AuditedCall): void {
    const { caller } = call;
    if (!this.records(caller)) return;
    const now = this.#clock.now();
    const subjects = call.subjects?.slice(0, MAX_SUBJECTS) ?? [];
    const hasRoom = call.single && this.#entries.length < MAX_PENDING;
    if (hasRoom && this.#spend(caller, ENTRY_BYTES + SUBJECT_BYTES * subjects.length, now)) {
      const keyId = call.keyId ?? (caller.kind === 'key' ? caller.keyId : null);
      this.#entries.push({
        ...{ id: this.#ids.next('aud_'), at: now, last_at: now, calls: 1, key_id: keyId, actor: actorOf(caller) },
        ...{ action: call.action, status: call.status, via: call.via, address: caller.address },
        user_ref: keyId !== null && call.userId ? this.userRef(keyId, call.userId) : null,
        request_id: call.requestId.slice(0, REQUEST_ID_CHARACTERS),
        subjects: subjects.join(' '),
      });
    } else this.#add(call, now);
  }

  #add({ caller, action, status, via }: AuditedCall, now: number): void {
    const address = clientOf(caller.address);
    if (!this.#sum(caller, { action, status, via, address }, now, false))
      this.#sum(caller, { action: '*', status, via: '*', address: '*' }, now, true);
  }

  /** False: the budget has no room for another entry. */
  #sum(caller: Caller, what: Pick<AuditEntry, 'action' | 'status' | 'via' | 'address'>, now: number, free: boolean) {
    const at = Math.floor(now / MINUTE) * MINUTE;
    if (this.#paid.minute !== at) this.#paid = { minute: at, places: new Set() };
    const actor = actorOf(caller);
    const place = `${at}\n${actor}\n${what.action}\n${what.status}\n${what.via}\n${what.address}`;
    if (!free && !this.#paid.places.has(place)) {
      if (this.#sums.size >= MAX_PENDING || !this.#spend(caller, ENTRY_BYTES, now)) return false;
      this.#paid.places.add(place);
    }
    const sum = this.#sums.get(place);
    if (sum) {
      sum.calls++;
      sum.last_at = now;
    } else {
      // The same on every node, so that their sums for a minute are merged.
      const id = SUM + hash('sha256', place).slice(0, 32);
      const keyId = caller.kind === 'key' ? caller.keyId : null;
      const whole = { user_ref: null, request_id: null, subjects: '' };
      this.#sums.set(place, { id, at, last_at: now, calls: 1, key_id: keyId, actor, ...what, ...whole });
    }
    return true;
  }

  #spend(caller: Caller, bytes: number, now: number): boolean {
    const budget = budgetOf(caller);
    if (!budget) return true;
    const day = Math.floor(now / DAY);
    if (this.#spent.day !== day) this.#spent = { day, bytes: new Map() };
    const spent = (this.#spent.bytes.get(budget.name) ?? 0) + bytes;
    if (spent > budget.bytes) return false;
    this.#spent.bytes.set(budget.name, spent);
    return true;
  }

  protected override async write(): Promise<void> {
    // In the order of ids: two nodes that add to the same sums wait for each other instead of deadlocking.
    const sums = [...this.#sums.values(), ...this.#late.splice(0)].sort((a, b) => (a.id < b.id ? -1 : 1));
    const entries = [...this.#entries.splice(0), ...merged(sums)];
    this.#sums = new Map();
    try {
      while (entries.length > 0) {
        await this.#database.system(addAudit, entries.slice(0, CHUNK));
        entries.splice(0, CHUNK);
      }
    } catch (error) {
      for (const entry of entries) this.#putBack(entry);
      throw error;
    }
  }

  #putBack(entry: AuditEntry): void {
    if (entry.id.startsWith(SUM)) this.#late.push(entry);
    else this.#entries.push(entry);
  }

  /** Includes what is waiting to be written on this node; other nodes write within a second. */
  async list(page: AuditPage): Promise<AuditEntry[]> {
    await this.flush().catch(() => {});
    return this.#database.system(listAudit, page);
  }

  /** Redacts what other nodes wrote about a user while the user was erased. */
  async redact(keyId: string, userId: string, span: Span): Promise<void> {
    await this.#database.system(redactLate, { keyId, userRef: this.userRef(keyId, userId), span });
  }

  /** Removes entries past their retention. */
  async sweep(signal: AbortSignal): Promise<void> {
    const before = this.#days === 0 ? Number.MAX_SAFE_INTEGER : this.#clock.now() - this.#days * DAY;
    let removed = CHUNK;
    while (removed === CHUNK && !signal.aborted) {
      removed = await this.#database.system(removeOldAudit, { before, limit: CHUNK });
    }
  }
}
