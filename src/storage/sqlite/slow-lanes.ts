import type { ReadLimits } from './lane.js';
import type { SteadyLane } from './steady-lane.js';

/** Two, so that one key's slow read leaves the other to everybody else. */
const LANES = 2;
/** How long a read that used up its slice goes straight to a slow lane: otherwise it would only be run twice. */
const REMEMBERED_MS = 60_000;
const REMEMBERED = 10_000;

interface SlowLane {
  opened: Promise<SteadyLane> | null;
  /** Number of calls by key. */
  readonly keys: Map<string, number>;
  load: number;
}

/** The threads for slow reads. They start with the first such read; all reads of a key use the same one, so a key never occupies both. */
export class SlowLanes {
  readonly #open: () => Promise<SteadyLane>;
  readonly #lanes: readonly SlowLane[] = Array.from({ length: LANES }, () => ({
    opened: null,
    keys: new Map(),
    load: 0,
  }));
  readonly #known = new Map<string, number>();

  constructor(open: () => Promise<SteadyLane>) {
    this.#open = open;
  }

  /** Whether this read of this key has been slow before. */
  knows(name: string, keyId: string | null): boolean {
    const until = this.#known.get(`${keyId}\0${name}`);
    return until !== undefined && until > performance.now();
  }
  note(name: string, keyId: string | null): void {
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(`${keyId}\0${name}`, performance.now() + REMEMBERED_MS);
  }

  async call(name: string, keyId: string | null, input: unknown, limits: ReadLimits): Promise<unknown> {
    const key = keyId ?? '';
    const lane =
      this.#lanes.find(({ keys }) => keys.has(key)) ?? this.#lanes.reduce((a, b) => (b.load < a.load ? b : a));
    lane.keys.set(key, (lane.keys.get(key) ?? 0) + 1);
    lane.load++;
    try {
      lane.opened ??= this.#open().catch((error) => {
        lane.opened = null;
        throw error;
      });
      return await (await lane.opened).call(name, keyId, input, limits);
    } finally {
      lane.load--;
      const left = (lane.keys.get(key) ?? 1) - 1;
      if (left === 0) lane.keys.delete(key);
      else lane.keys.set(key, left);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(async ({ opened }) => (await opened?.catch(() => null))?.close()));
  }
}
