import { MINUTE } from '../../kernel/clock.js';
import type { ChangeParts } from './change.js';
import { BATCH, type MissingVectorEmbedder } from './embed-missing.js';
import type { Place } from './missing-vectors.js';
import { idOf, type ModelSource } from './source.js';
import { settleWindow } from './sql/settle.js';
import { lackingChanged } from './sql/work.js';
import type { Settling } from './state.js';

/**
 * Time from the switch to the deletion of the old vectors. A node notices the switch within a second or two and closes the old model half a minute
 * later; a call that began before has ended by then, and what it stored is caught up with in the meantime.
 */
export const SETTLE_MS = 2 * MINUTE;

/** What is left to do after a switch. Each step returns whether there is more to do right away. */
export class Settler {
  readonly #parts: ChangeParts;
  readonly #work: MissingVectorEmbedder;
  #sweep: { since: number; remove: boolean; after: Place | null } | null = null;
  #late: { since: number; seq: number } | null = null;

  constructor(parts: ChangeParts, work: MissingVectorEmbedder) {
    this.#parts = parts;
    this.#work = work;
  }

  step(active: ModelSource, settling: Settling): Promise<boolean> {
    const isOver = this.#parts.clock.now() - settling.since >= SETTLE_MS;
    return isOver ? this.sweep(settling, true) : this.#catchLate(active, settling);
  }

  /** Over all memories: marks whether each has vectors of the model in force; with `remove`, deletes those of other models. */
  async sweep({ since }: Settling, remove: boolean): Promise<boolean> {
    if (this.#sweep?.since !== since || this.#sweep.remove !== remove) this.#sweep = { since, remove, after: null };
    const next = await this.#parts.database.system(settleWindow, this.#sweep);
    if (next === null || next === 'stop') this.#sweep = null;
    else this.#sweep.after = next;
    return true;
  }

  /** Memories stored with the old model after the switch, by calls that had begun before it. */
  async #catchLate(active: ModelSource, settling: Settling): Promise<boolean> {
    if (this.#late?.since !== settling.since) this.#late = { since: settling.since, seq: settling.seq };
    const model = idOf(active);
    const since = { model, seq: this.#late.seq, skip: this.#work.refusedBy(model), limit: BATCH };
    const { lacking, seq, end } = await this.#parts.database.system(lackingChanged, since);
    const embedder = this.#parts.models.current();
    if (embedder.model.id !== model) return false; // another switch happened in between
    await this.#work.embed({ lacking, embedder, inForce: true });
    this.#late.seq = seq;
    return lacking.length > 0 || !end;
  }
}
