import type { Compute } from '../../compute/compute.js';
import { currentOf, type Embedder } from '../../embedding/embedder.js';
import { type Clock, HOUR, MINUTE, monthOf, nextMonth, SECOND } from '../../kernel/clock.js';
import { LIMITS } from '../../kernel/fields.js';
import { randomIds } from '../../kernel/ids.js';
import type { Log } from '../../kernel/log.js';
import type { LanguageModel } from '../../llm/language-model.js';
import type { Statement } from '../../readers/statements.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import { storeInput } from '../memories/input.js';
import type { NewMemory } from '../memories/new-memory.js';
import { prepareMemory } from '../memories/prepare.js';
import { embedContents } from '../memories/reading/embed.js';
import { risksOfQuotes } from '../memories/reading/quoted.js';
import { readText } from '../memories/reading/read-text.js';
import { traitsIn } from '../memories/reading/traits.js';
import type { Stored } from '../memories/sql/confirm.js';
import { extractWith } from './extract.js';
import { claimTurns, type ToDerive, type TurnToRead, waitingEpisodes, writeDerived } from './sql/derive.js';
import { type SentTurns, waitingParts } from './sql/sent-turns.js';
import { BEFORE, statementsTask, UNITS } from './statements-task.js';

/** Episodes per round, and turns per episode: a long import takes turns with everyone else. */
const EPISODES = 16;
const TURNS = 20;
/** An estimated importance up to this is small talk. */
const TRIVIAL = 1;
/** Milliseconds a failed episode waits before the next try. */
const RETRY_MS = MINUTE;
/** How often a single turn is tried before it is skipped. */
const TRIES = 3;
/** Milliseconds a caller waits, from the start of the call; the same as the wait for vectors. */
const MAX_WAIT_MS = 20 * SECOND;
/** Pause while another worker derives from the same session. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

interface DeriveParts {
  database: Database;
  embedder: Embedder;
  compute: Compute;
  llm: LanguageModel | null;
  clock: Clock;
  log: Log;
  /** Milliseconds a caller waits. */
  maxWaitMs?: number | undefined;
}

/** An episode for which deriving failed. */
interface Failed {
  /** When it may be tried again. */
  until: number;
  /** How often the next turn failed by itself. */
  tries: number;
  /** Turns to take one by one: one of them is at fault, and the others should not wait for it. */
  alone: number;
}

/** What was derived while a caller waited. */
interface Awaited {
  made: Stored[];
  /** False: some statements are still to be derived, and will be without the caller. */
  isDone: boolean;
}

/**
 * Derives statements from waiting turns, as a job or while a caller waits. A claim prevents two workers, on any node, from deriving from the same
 * turns. Episodes that fail wait for a minute; then their turns are taken one by one, and a turn that fails three times by itself is skipped.
 */
export class Deriver {
  readonly #parts: DeriveParts;
  readonly #failed = new Map<string, Failed>();

  constructor(parts: DeriveParts) {
    this.#parts = parts;
  }

  async run(stop?: AbortSignal): Promise<void> {
    const { database, clock } = this.#parts;
    for (;;) {
      const now = clock.now();
      for (const [name, { until }] of this.#failed) if (until < now - HOUR) this.#failed.delete(name);
      const waiting = await database.system(waitingEpisodes, { limit: EPISODES + this.#failed.size, now });
      const due = waiting.filter(({ key_id, id }) => !this.#isPostponed(key_id, id)).slice(0, EPISODES);
      for (const { key_id, id } of due) {
        if (stop?.aborted) return;
        await this.#tried(key_id, id);
      }
      if (due.length === 0) return;
    }
  }

  /** Derives from these turns until done, or until the caller has waited long enough since `began` (monotonic clock). Never throws. */
  async whileCallerWaits(keyId: string, sent: SentTurns, began: number): Promise<Awaited> {
    const made: Stored[] = [];
    const until = began + (this.#parts.maxWaitMs ?? MAX_WAIT_MS);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()));
    });
    // Work in flight continues after the deadline: its statements arrive without the caller.
    const work = this.#untilDone(keyId, sent, until, made).catch((error) => {
      this.#parts.log.error({ err: error, keyId }, 'statements could not be derived while a caller waited');
      return false;
    });
    const isDone = await Promise.race([work, late]);
    clearTimeout(timer);
    return { made: [...made], isDone };
  }

  async #untilDone(keyId: string, sent: SentTurns, until: number, made: Stored[]): Promise<boolean> {
    const db = this.#parts.database.tenant(keyId);
    for (let pause = FIRST_PAUSE_MS; ; ) {
      const waiting = await db.run(waitingParts, sent);
      if (waiting.length === 0) return true;
      // The retry after a failure comes later than any caller would wait.
      if (waiting.some((id) => this.#isPostponed(keyId, id))) return false;
      let isOurs = false;
      for (const id of waiting) {
        const derived = await this.#tried(keyId, id);
        made.push(...(derived ?? []));
        isOurs ||= derived !== null;
      }
      if (performance.now() >= until) return false;
      if (!isOurs) await new Promise((resolve) => setTimeout(resolve, pause));
      pause = isOurs ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Whether an episode is postponed after a failure. */
  #isPostponed(keyId: string, id: string): boolean {
    return (this.#failed.get(nameOf(keyId, id))?.until ?? 0) > this.#parts.clock.now();
  }

  async #tried(keyId: string, id: string): Promise<Stored[] | null> {
    const { log, clock } = this.#parts;
    const name = nameOf(keyId, id);
    const failed = this.#failed.get(name);
    try {
      const derived = await this.#derive(keyId, id, failed);
      if (failed && failed.alone > 1) this.#failed.set(name, { until: clock.now(), tries: 0, alone: failed.alone - 1 });
      else this.#failed.delete(name);
      return derived;
    } catch (error) {
      const tries = failed ? failed.tries + 1 : 0;
      this.#failed.set(name, { until: clock.now() + RETRY_MS, tries, alone: TURNS });
      log.error({ err: error, keyId }, 'statements could not be derived: retrying in a minute');
      return null;
    }
  }

  /** Null if there is nothing to derive from, or another worker is doing it. */
  async #derive(keyId: string, id: string, failed: Failed | undefined): Promise<Stored[] | null> {
    const { database, clock, log } = this.#parts;
    const db = database.tenant(keyId);
    const now = clock.now();
    const session = await db.run(claimTurns, { id, limit: failed ? 1 : TURNS, before: BEFORE, now });
    if (!session) return null;
    const written = {
      ...{ id, done: session.done, upTo: session.upTo, now },
      // The turns were counted against the allowance; what is derived from them is counted but never refused.
      quota: { month: monthOf(now), limit: null, resetAt: nextMonth(now), now },
    };
    try {
      return await db.run(writeDerived, { ...written, ...(await this.#read(db, session, now)) });
    } catch (error) {
      if (!failed || failed.tries + 1 < TRIES) throw error;
      const passed = await db.run(writeDerived, { ...written, statements: [], idle: [] });
      log.error({ err: error, keyId, episode: id }, 'no statements can be derived from a turn: it is skipped');
      return passed;
    }
  }

  /** The statements as memories, and the turns that state nothing. */
  async #read(
    db: TenantDatabase,
    session: ToDerive,
    now: number,
  ): Promise<{ statements: NewMemory[]; idle: string[] }> {
    const { compute, log } = this.#parts;
    const embedder = currentOf(this.#parts.embedder);
    const work = { db, compute, embedder, log, id: 'derive', countTokens: () => {}, signal: undefined };
    const found = await this.#statements(session, db.keyId);
    const vectors = await embedContents(
      work,
      found.map(({ text }) => text),
    );
    const ids = randomIds(() => now);
    const statements: NewMemory[] = [];
    const stating = new Set<string>();
    for (const [i, { text, from, at }] of found.entries()) {
      const own = vectors[i] ?? null;
      if ((traitsIn(own, text)?.importance ?? TRIVIAL + 1) <= TRIVIAL) continue;
      const turn = session.turns.find(({ id }) => id === from.at(-1)?.id);
      const { user_id, agent_id } = session;
      const whose = { user_id, agent_id, namespace: turn?.namespace, tags: turn?.tags };
      const input = storeInput.safeParse({ ...whose, content: text, metadata: metadataOf(session, turn, from) });
      if (!input.success) continue; // too long for a memory of its own: it stays a turn
      const memory = prepareMemory(input.data, own, ids, now, await readText(work, text));
      for (const { id } of from) stating.add(id);
      statements.push({ ...memory, created_at: at, expires_at: turn?.expires_at ?? null });
    }
    const risks = await risksOfQuotes(work, statements, (texts) => embedContents(work, texts));
    for (const [i, statement] of statements.entries()) statement.risk = risks[i] ?? statement.risk;
    return { statements, idle: session.turns.filter(({ id }) => !stating.has(id)).map(({ id }) => id) };
  }

  async #statements({ turns, before, derive }: ToDerive, flow: string): Promise<Statement[]> {
    if (turns.length === 0) return [];
    const { compute, llm } = this.#parts;
    const extracted = derive === 'auto' && llm ? await extractWith(llm, turns, before) : null;
    if (extracted) return extracted;
    const units = turns.reduce((sum, { content }) => sum + content.length * UNITS, 0);
    return compute.run(statementsTask, { turns, before }, { flow, units, signal: undefined });
  }
}

const nameOf = (keyId: string, id: string) => `${keyId} ${id}`;

/** The turn's metadata, if both fit, and where the statement comes from. */
function metadataOf({ session_id }: ToDerive, turn: TurnToRead | undefined, derived_from: Statement['from']) {
  const own = { session_id, derived_from };
  const all = { ...turn?.metadata, ...own };
  return Buffer.byteLength(JSON.stringify(all)) > LIMITS.metadataBytes ? own : all;
}
