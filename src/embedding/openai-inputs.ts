import type { Span } from '../kernel/trace.js';
import type { EmbedPurpose, PieceVector } from './embedder.js';
import { costOf, FairTurns } from './fair-turns.js';

export interface Whose {
  key: string;
  purpose: EmbedPurpose;
  /** False once nobody waits any more. */
  isWanted(): boolean;
}
export interface Item extends Whose {
  text: string;
  /** The caller's span. */
  span: Span | undefined;
  resolve(result: PieceVector): void;
  reject(error: unknown): void;
}

/** Waiting inputs; the key that has used least goes next. */
export class FairInputs {
  readonly #turns = new FairTurns();
  readonly #items = new Map<string, Item[]>();
  length = 0;

  waitingOf(key: string): number {
    return this.#items.get(key)?.length ?? 0;
  }

  add(item: Item): void {
    const own = this.#items.get(item.key);
    if (own) own.push(item);
    else this.#items.set(item.key, [item]);
    this.#turns.enter(item.key);
    this.length++;
  }

  take(most: number, may: (key: string) => boolean): Item[] {
    const taken: Item[] = [];
    while (taken.length < most) {
      const key = this.#turns.next(may);
      if (key === undefined) break;
      const own = this.#items.get(key) ?? [];
      const item = own.shift();
      this.length--;
      if (item?.isWanted()) {
        taken.push(item);
        this.#turns.charge(key, costOf(item.text));
      }
      if (own.length > 0) continue;
      this.#items.delete(key);
      this.#turns.leave(key);
    }
    return taken;
  }

  clear(): Item[] {
    const all = [...this.#items.values()].flat();
    for (const key of this.#items.keys()) this.#turns.leave(key);
    this.#items.clear();
    this.length = 0;
    return all;
  }
}
