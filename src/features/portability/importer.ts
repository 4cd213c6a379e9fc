import { RecollectError } from '../../kernel/errors.js';
import type { Line } from '../../kernel/operation.js';
import { inSlices } from '../../kernel/slices.js';
import { quotaOf } from '../memories/quota-of.js';
import { type Reading, readText } from '../memories/read-text.js';
import type { PackedVectors } from '../memories/vectors.js';
import type { Request } from '../request.js';
import { EmbeddingBudget } from './embedding-budget.js';
import {
  candidatesOf,
  type EntryOptions,
  type HeldCandidate,
  type LinkCandidate,
  type MemoryCandidate,
} from './entry.js';
import { HELD_NAMES, type HeldName } from './held.js';
import { importMemories } from './import-statements.js';
import { findFresh } from './judge.js';
import { importLinks } from './link-statements.js';
import { linkFrom, lookOf, memoryFrom } from './prepare.js';
import { restoreHeld } from './restore-held.js';

/** Memories per transaction: writers of other requests get their turn in between. */
export const CHUNK = 500;
/** Characters per transaction, for memories of many pages. */
const CHUNK_CHARACTERS = 4_000_000;
/** Other records per transaction: one may hold a whole episode. */
const HELD_CHUNK = 50;
const ERRORS_TOLD = 100;

/** Takes entries one by one and writes them chunk by chunk, so that it holds no more than a chunk, however many come. */
export class Importer {
  readonly #request: Request;
  readonly #options: EntryOptions;
  readonly #budget: EmbeddingBudget;
  readonly #isCounted: boolean;
  #memories: MemoryCandidate[] = [];
  #characters = 0;
  #links: LinkCandidate[] = [];
  #held: HeldCandidate[] = [];
  imported = 0;
  #duplicates = 0;
  #linked = 0;
  readonly #restored: Record<HeldName, number> = { episodes: 0, procedures: 0, emotional: 0 };
  #failed = 0;
  readonly #errors: { index: number; message: string }[] = [];

  /** `isCounted`: the whole import is already taken from the allowance. */
  constructor(request: Request, options: EntryOptions, isCounted: boolean) {
    this.#request = request;
    this.#options = options;
    this.#budget = new EmbeddingBudget(request);
    this.#isCounted = isCounted;
  }

  async add(line: Line): Promise<void> {
    for (const candidate of candidatesOf(line, this.#options)) {
      if ('problem' in candidate) this.#tellError(candidate.index, candidate.problem);
      else if ('link' in candidate) this.#links.push(candidate.link);
      else if ('held' in candidate) this.#held.push(candidate.held);
      else {
        this.#memories.push(candidate.memory);
        this.#characters += candidate.memory.input.content.length;
      }
    }
    const isFull = this.#memories.length >= CHUNK || this.#characters >= CHUNK_CHARACTERS;
    if (isFull || this.#links.length >= CHUNK || this.#held.length >= HELD_CHUNK) await this.#flush();
  }

  /** Writes the rest. */
  async finish() {
    await this.#flush();
    return { ...this.#figures(), errors: this.#errors };
  }

  #figures() {
    return {
      imported: this.imported,
      skipped: this.#duplicates + this.#failed,
      duplicates: this.#duplicates,
      links: this.#linked,
      ...this.#restored,
      error_count: this.#failed,
    };
  }

  #tellError(index: number, message: string): void {
    this.#failed++;
    if (this.#errors.length < ERRORS_TOLD) this.#errors.push({ index, message });
  }

  async #flush(): Promise<void> {
    try {
      await this.#writeMemories();
      await this.#writeLinks(); // after the memories they are about
      await this.#writeHeld();
    } catch (error) {
      if (!(error instanceof RecollectError)) throw error;
      const { message, retryAfter, cause } = error;
      const details = { ...(error.details as object | undefined), ...this.#figures() };
      throw new RecollectError(error.code, message, {
        details,
        cause,
        ...(retryAfter !== undefined && { retryAfter }),
      });
    }
  }

  async #writeMemories(): Promise<void> {
    const candidates = this.#memories;
    [this.#memories, this.#characters] = [[], 0];
    if (candidates.length === 0) return;
    const { db, now } = this.#request;
    const looks = await inSlices(candidates, (one) => lookOf(one, now));
    const isFresh = await db.run(findFresh, { looks, now });
    const fresh = candidates.filter((_, i) => isFresh[i]);
    const vectors = await this.#budget.embed(fresh.map((one) => one.input));
    const read = await inSlices(fresh, (one) => readText(this.#request, one.input.content));
    const memories = fresh.map((one, i) =>
      memoryFrom(one, vectors[i] as PackedVectors | null, read[i] as Reading, this.#request),
    );
    const quota = this.#isCounted ? null : quotaOf(this.#request);
    const written = memories.length > 0 ? await db.run(importMemories, { memories, quota, now }) : [];
    const imported = written.filter(Boolean).length;
    this.imported += imported;
    this.#duplicates += candidates.length - imported;
  }

  async #writeLinks(): Promise<void> {
    const candidates = this.#links;
    this.#links = [];
    if (candidates.length === 0) return;
    const links = candidates.map((one) => linkFrom(one, this.#request.now));
    const fates = await this.#request.db.run(importLinks, { links });
    for (const [i, fate] of fates.entries()) {
      if (fate === 'imported') this.#linked++;
      else if (fate === 'duplicate') this.#duplicates++;
      else this.#tellError(candidates[i]?.index ?? 0, 'The link leads to a memory that is not there');
    }
  }
  async #writeHeld(): Promise<void> {
    const all = this.#held;
    this.#held = [];
    for (const name of HELD_NAMES) {
      const candidates = all.filter((one) => one.name === name);
      const { added, refused } = await restoreHeld(this.#request, name, candidates);
      this.#restored[name] += added;
      this.#duplicates += candidates.length - added - refused.length;
      for (const { index, message } of refused) this.#tellError(index, message);
    }
  }
}
