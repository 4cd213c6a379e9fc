import type { ManagedEmbedder } from '../../embedding/embedder.js';
import { type Clock, SECOND } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { BATCH, MissingVectorEmbedder } from './embed-missing.js';
import type { Place } from './missing-vectors.js';
import type { EmbeddingModels } from './models.js';
import { Presence } from './presence.js';
import { Settler } from './settle.js';
import { idOf, type ModelSource } from './source.js';
import { recordProgress, switchModel } from './sql/state.js';
import { beginWalk, lackingChanged, lackingWindow } from './sql/work.js';

export interface ChangeParts {
  database: Database;
  models: EmbeddingModels;
  clock: Clock;
  log: Log;
}

/** Milliseconds per run: other jobs wait for their turn. */
const BUDGET_MS = 4 * SECOND;

interface Walk {
  to: string;
  begun: number;
  after: Place | null;
  walked: boolean;
  done: number;
  total: number;
  seq: number;
}

/** The job `change-model`. Its results are in the store; its positions are lost in a crash and found again by checking the memories. */
export class ModelChanger {
  readonly #parts: ChangeParts;
  readonly #presence: Presence;
  readonly #work: MissingVectorEmbedder;
  readonly #settler: Settler;
  #walk: Walk | null = null;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#presence = new Presence(parts.clock);
    this.#work = new MissingVectorEmbedder(parts);
    this.#settler = new Settler(parts, this.#work);
  }

  async run(signal: AbortSignal): Promise<void> {
    const end = performance.now() + BUDGET_MS;
    await this.#parts.models.refresh();
    while (await this.#step()) {
      if (signal.aborted || performance.now() > end) return;
      await this.#parts.models.refresh(); // a different model may be wanted by now
    }
  }

  /** Returns whether there is more to do right away. */
  async #step(): Promise<boolean> {
    const { active, wanted, settling } = this.#parts.models.known ?? {};
    if (settling && !settling.adopted) return this.#settler.sweep(settling, false);
    if (active && wanted) return this.#advance(active, wanted);
    return active && settling ? this.#settler.step(active, settling) : false;
  }

  async #advance(active: ModelSource, wanted: ModelSource): Promise<boolean> {
    const { database, models } = this.#parts;
    const embedder = await models.wanted();
    if (!embedder || embedder.state().status === 'starting') return false; // being loaded or downloaded
    if (embedder.state().status === 'ready' && (await this.#presence.isGone(models.current()))) {
      await models.leave(active, 'it has not responded for a minute');
      return true;
    }
    const to = idOf(wanted);
    const begun = models.known?.progress.begun ?? 0;
    if (this.#walk?.to !== to || this.#walk.begun !== begun)
      this.#walk = { to, begun, after: null, walked: false, done: 0, ...(await database.system(beginWalk, null)) };
    return this.#walk.walked ? this.#finish(active, this.#walk, embedder) : this.#goOn(this.#walk, embedder);
  }

  async #goOn(walk: Walk, embedder: ManagedEmbedder): Promise<boolean> {
    const { database } = this.#parts;
    const window = await database.system(lackingWindow, { model: walk.to, after: walk.after, limit: BATCH });
    await this.#work.embed({ lacking: window.lacking, embedder, inForce: false });
    walk.done += window.passed;
    walk.after = window.next;
    walk.walked = window.next === null;
    walk.total = Math.max(walk.total, walk.done);
    await database.system(recordProgress, { to: walk.to, done: walk.done, total: walk.total });
    return true;
  }

  /** The walk is complete: catches up with what was stored or changed in the meantime, then switches. */
  async #finish(active: ModelSource, walk: Walk, embedder: ManagedEmbedder): Promise<boolean> {
    const { database, clock, log } = this.#parts;
    const refused = this.#work.refusedBy(walk.to);
    const since = { model: walk.to, seq: walk.seq, skip: refused, limit: BATCH };
    const { lacking, seq, end } = await database.system(lackingChanged, since);
    await this.#work.embed({ lacking, embedder, inForce: false });
    walk.seq = seq;
    if (lacking.length > 0 || !end) return true;
    const names = { from: idOf(active), to: walk.to };
    if (await database.system(switchModel, { ...names, seq, refused, now: clock.now() })) {
      log.info({ ...names, refused: refused.length }, 'all memories are embedded again: the new model is in use');
      this.#walk = null;
    }
    return true;
  }
}
