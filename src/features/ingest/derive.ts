import type { Compute } from '../../compute/compute.js';
import { currentOf, type Embedder } from '../../embedding/embedder.js';
import { type Clock, monthOf, nextMonth } from '../../kernel/clock.js';
import { randomIds } from '../../kernel/ids.js';
import type { Log } from '../../kernel/log.js';
import type { Statement } from '../../language/statements.js';
import type { LanguageModel } from '../../llm/language-model.js';
import type { Database } from '../../storage/database.js';
import { embedContents } from '../memories/embed.js';
import { storeInput } from '../memories/input.js';
import type { NewMemory } from '../memories/new-memory.js';
import { prepareMemory } from '../memories/prepare.js';
import { readText } from '../memories/read-text.js';
import { traitsIn } from '../memories/traits.js';
import { type ToDerive, turnsToDerive, waitingEpisodes, writeDerived } from './derive-statements.js';
import { extractWith } from './extract.js';
import { BEFORE, statementsTask, UNITS } from './statements-task.js';

/** Episodes of one round, and turns of each: a long import takes turns with everybody else. */
const EPISODES = 16;
const TURNS = 20;
/** What is estimated at no more than this is small talk. */
const TRIVIAL = 1;
/** Milliseconds that a failed episode waits. */
const RETRY_MS = 60_000;

export interface DeriveParts {
  database: Database;
  embedder: Embedder;
  compute: Compute;
  llm: LanguageModel | null;
  clock: Clock;
  log: Log;
}

/** Derives statements from the turns that wait for it. Episodes that fail wait for a minute. */
export class Deriver {
  readonly #parts: DeriveParts;
  readonly #failed = new Map<string, number>();

  constructor(parts: DeriveParts) {
    this.#parts = parts;
  }

  async run(stop?: AbortSignal): Promise<void> {
    const { database, clock } = this.#parts;
    for (;;) {
      const now = clock.now();
      for (const [id, until] of this.#failed) if (until <= now) this.#failed.delete(id);
      const waiting = await database.system(waitingEpisodes, { limit: EPISODES + this.#failed.size });
      const due = waiting.filter(({ key_id, id }) => !this.#failed.has(`${key_id} ${id}`)).slice(0, EPISODES);
      for (const { key_id, id } of due) {
        if (stop?.aborted) return;
        await this.#tried(key_id, id);
      }
      if (due.length === 0) return;
    }
  }

  async #tried(keyId: string, id: string): Promise<void> {
    const { log, clock } = this.#parts;
    try {
      await this.#derive(keyId, id);
    } catch (error) {
      this.#failed.set(`${keyId} ${id}`, clock.now() + RETRY_MS);
      log.error({ err: error, keyId }, 'statements could not be derived: tried again in a minute');
    }
  }

  async #derive(keyId: string, id: string): Promise<void> {
    const { database, compute, clock, log } = this.#parts;
    const db = database.tenant(keyId);
    const session = await db.run(turnsToDerive, { id, limit: TURNS, before: BEFORE });
    if (!session) return;
    const now = clock.now();
    const embedder = currentOf(this.#parts.embedder);
    const work = { db, compute, embedder, log, id: 'derive', countTokens: () => {}, signal: undefined };
    const found = await this.#statements(session, keyId);
    const vectors = await embedContents(
      work,
      found.map(({ text }) => text),
    );
    const ids = randomIds(() => now);
    const statements: NewMemory[] = [];
    const kept = new Set<number>();
    for (const [i, statement] of found.entries()) {
      const own = vectors[i] ?? null;
      if ((traitsIn(own)?.importance ?? TRIVIAL + 1) <= TRIVIAL) continue;
      const turn = session.turns.find(({ id: one }) => one === statement.from.at(-1)?.id);
      const { user_id, agent_id, session_id } = session;
      const metadata = { ...turn?.metadata, session_id, derived_from: statement.from };
      const whose = { user_id, agent_id, namespace: turn?.namespace, content: statement.text, metadata };
      const memory = prepareMemory(storeInput.parse(whose), own, ids, now, await readText(work, statement.text));
      kept.add(i);
      statements.push({ ...memory, created_at: statement.at });
    }
    const stating = new Set(found.filter((_, i) => kept.has(i)).flatMap(({ from }) => from.map((span) => span.id)));
    await db.run(writeDerived, {
      ...{ id, done: session.done, upTo: session.upTo, statements, now },
      idle: session.turns.filter((turn) => !stating.has(turn.id)).map((turn) => turn.id),
      // The turns were counted against the allowance; what is made of them is noted, never refused.
      quota: { month: monthOf(now), limit: null, resetAt: nextMonth(now), now },
    });
  }

  async #statements({ turns, before, derive }: ToDerive, flow: string): Promise<Statement[]> {
    const { compute, llm } = this.#parts;
    const extracted = derive === 'auto' && llm ? await extractWith(llm, turns, before) : null;
    if (extracted) return extracted;
    const units = turns.reduce((sum, { content }) => sum + content.length * UNITS, 0);
    return compute.run(statementsTask, { turns, before }, { flow, units, signal: undefined });
  }
}
