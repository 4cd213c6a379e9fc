import { RecollectError } from '../../kernel/errors.js';
import type { Line } from '../../kernel/operation.js';
import { inSlices } from '../../kernel/turns/slices.js';
import { quotaOf } from '../memories/quota-of.js';
import { risksOfQuotes } from '../memories/reading/quoted.js';
import { type Reading, readText } from '../memories/reading/read-text.js';
import { spokenText } from '../memories/reading/speaker.js';
import type { PackedVectors } from '../memories/sql/vectors.js';
import type { Request } from '../request.js';
import { type Kind, noFigures } from './counts.js';
import { EmbeddingBudget } from './embedding-budget.js';
import {
  candidatesOf,
  type EntryOptions,
  type HeldCandidate,
  type LinkCandidate,
  type MemoryCandidate,
} from './entry.js';
import { ownLinks, ownMemories, ownRecords } from './own-ids.js';
import { comparedEntryOf, linkFrom, memoryFrom } from './prepare.js';
import { findFresh } from './sql/find-new.js';
import { HELD_NAMES } from './sql/holding-records.js';
import { importMemories } from './sql/import.js';
import { importLinks } from './sql/link.js';
import { restoreRecords } from './sql/restore-records.js';

/** Memories per transaction: writers of other requests get their turn in between. */
export const CHUNK = 500;
/** Characters per transaction, for memories of many pages. */
const CHUNK_CHARACTERS = 4_000_000;
/** Bytes of lines per transaction: a line may have 8 MB. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** Other records per transaction: one may contain a whole episode. */
const HELD_CHUNK = 50;
const MAX_REPORTED_ERRORS = 100;

/** Takes entries one by one and writes them in chunks, so that it holds at most one chunk in memory, however many entries come. */
export class Importer {
  readonly #request: Request;
  readonly #options: EntryOptions;
  readonly #budget: EmbeddingBudget;
  readonly #isCounted: boolean;
  readonly #isDryRun: boolean;
  #memories: MemoryCandidate[] = [];
  #characters = 0;
  #bytes = 0;
  #links: LinkCandidate[] = [];
  #held: HeldCandidate[] = [];
  readonly #counts = noFigures();
  readonly #errors: { index: number; message: string }[] = [];

  /** `isCounted`: the whole import has already been taken from the allowance. `isDryRun`: nothing is written. */
  constructor(request: Request, options: EntryOptions, { isCounted = false, isDryRun = false } = {}) {
    this.#request = request;
    this.#options = options;
    this.#budget = new EmbeddingBudget(request);
    this.#isCounted = isCounted;
    this.#isDryRun = isDryRun;
  }

  /** Memories imported so far. */
  get imported(): number {
    return this.#counts.memories.imported;
  }

  /** Of the lines that are not written yet. */
  get bytes(): number {
    return this.#bytes;
  }

  async add(line: Line): Promise<void> {
    const candidates = candidatesOf(line, this.#options);
    if (candidates.some((one) => !('problem' in one))) this.#bytes += line.bytes ?? 0;
    for (const candidate of candidates) {
      if ('problem' in candidate) this.#addError(candidate.kind ?? 'memories', candidate.index, candidate.problem);
      else if ('link' in candidate) this.#links.push(candidate.link);
      else if ('held' in candidate) this.#held.push(candidate.held);
      else {
        this.#memories.push(candidate.memory);
        this.#characters += candidate.memory.input.content.length;
      }
    }
    const isLarge = this.#characters >= CHUNK_CHARACTERS || this.#bytes >= CHUNK_BYTES;
    if (isLarge || this.#memories.length >= CHUNK || this.#links.length >= CHUNK || this.#held.length >= HELD_CHUNK)
      await this.#flush();
  }

  /** Writes the rest. */
  async finish() {
    await this.#flush();
    return { ...this.#figures(), errors: this.#errors };
  }

  #figures() {
    const { memories, links, episodes, procedures, emotional } = this.#counts;
    const error_count = Object.values(this.#counts).reduce((sum, { errors }) => sum + errors, 0);
    return {
      imported: memories.imported,
      skipped: memories.duplicates + memories.errors,
      duplicates: memories.duplicates,
      links: links.imported,
      episodes: episodes.imported,
      procedures: procedures.imported,
      emotional: emotional.imported,
      counts: this.#counts,
      error_count,
    };
  }

  #addError(kind: Kind, index: number, message: string): void {
    this.#counts[kind].errors++;
    if (this.#errors.length < MAX_REPORTED_ERRORS) this.#errors.push({ index, message });
  }

  async #flush(): Promise<void> {
    this.#bytes = 0;
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
    const given = this.#memories;
    [this.#memories, this.#characters] = [[], 0];
    if (given.length === 0) return;
    const candidates = await ownMemories(this.#request, this.#options.scope, given);
    const { db, now } = this.#request;
    const compared = await inSlices(candidates, (one) => comparedEntryOf(one, now));
    const isFresh = await db.run(findFresh, { entries: compared, now });
    const fresh = candidates.filter((_, i) => isFresh[i]);
    const imported = this.#isDryRun ? fresh.length : await this.#write(fresh);
    this.#counts.memories.imported += imported;
    this.#counts.memories.duplicates += candidates.length - imported;
  }

  /** Returns how many turned out to be new. */
  async #write(fresh: readonly MemoryCandidate[]): Promise<number> {
    const { db, now } = this.#request;
    const vectors = await this.#budget.embed(fresh.map((one) => one.input));
    const read = await inSlices(fresh, ({ input }) => readText(this.#request, input.content, spokenText(input)));
    const memories = fresh.map((one, i) =>
      memoryFrom(one, vectors[i] as PackedVectors | null, read[i] as Reading, this.#request),
    );
    const risks = await risksOfQuotes(this.#request, memories, (texts) => this.#budget.embed(texts));
    for (const [i, memory] of memories.entries()) memory.risk = risks[i] ?? memory.risk;
    const quota = this.#isCounted ? null : quotaOf(this.#request);
    const written = memories.length > 0 ? await db.run(importMemories, { memories, quota, now }) : [];
    return written.filter(Boolean).length;
  }

  async #writeLinks(): Promise<void> {
    const given = this.#links;
    this.#links = [];
    if (given.length === 0) return;
    if (this.#isDryRun) {
      this.#counts.links.imported += given.length;
      return;
    }
    const candidates = await ownLinks(this.#request, this.#options.scope, given);
    const links = candidates.map((one) => linkFrom(one, this.#request.now));
    const fates = await this.#request.db.run(importLinks, { links });
    for (const [i, fate] of fates.entries()) {
      if (fate === 'imported') this.#counts.links.imported++;
      else if (fate === 'duplicate') this.#counts.links.duplicates++;
      else this.#addError('links', candidates[i]?.index ?? 0, 'The link leads to a memory that does not exist');
    }
  }
  async #writeHeld(): Promise<void> {
    const given = this.#held;
    this.#held = [];
    const all = await ownRecords(this.#request, this.#options.scope, given);
    for (const name of HELD_NAMES) {
      const candidates = all.filter((one) => one.name === name);
      const { added, refused } = this.#isDryRun
        ? { added: candidates.length, refused: [] }
        : await restoreRecords(this.#request, name, candidates);
      this.#counts[name].imported += added;
      this.#counts[name].duplicates += candidates.length - added - refused.length;
      for (const { index, message } of refused) this.#addError(name, index, message);
    }
  }
}
