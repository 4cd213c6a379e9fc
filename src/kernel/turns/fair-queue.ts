/**
 * A queue in which flows (keys, addresses) take turns: a flow that queues a thousand items delays only itself. Within a flow, first come,
 * first served.
 */
export class FairQueue<T> {
  /** In the order of their turns: a flow that had its turn goes to the end. */
  readonly #flows = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }
  /** The number of flows that have something queued. */
  get flows(): number {
    return this.#flows.size;
  }

  sizeOf(flow: string): number {
    return this.#flows.get(flow)?.length ?? 0;
  }

  /** The item for the flow's next turn. */
  peek(flow: string): T | undefined {
    return this.#flows.get(flow)?.[0];
  }

  push(flow: string, item: T): void {
    const items = this.#flows.get(flow);
    if (items) items.push(item);
    else this.#flows.set(flow, [item]);
    this.#size++;
  }

  /** Puts back an item that was taken and is not done: it is the flow's next. */
  putBack(flow: string, item: T): void {
    const items = this.#flows.get(flow);
    if (items) items.unshift(item);
    else this.#flows.set(flow, [item]);
    this.#size++;
  }

  /** The first item of the next flow for which `may` is true. */
  take(may: (flow: string) => boolean = () => true): T | undefined {
    for (const [flow, items] of this.#flows) {
      if (!may(flow)) continue;
      const item = items.shift() as T;
      this.#size--;
      this.#flows.delete(flow);
      if (items.length > 0) this.#flows.set(flow, items);
      return item;
    }
    return undefined;
  }

  /** The newest item of the flow with the most items. */
  takeFromLongest(): T | undefined {
    let longest: [string, T[]] | undefined;
    for (const entry of this.#flows) if (!longest || entry[1].length > longest[1].length) longest = entry;
    if (!longest) return undefined;
    const [flow, items] = longest;
    this.#size--;
    const item = items.pop();
    if (items.length === 0) this.#flows.delete(flow);
    return item;
  }

  remove(flow: string, item: T): boolean {
    const items = this.#flows.get(flow);
    const at = items?.indexOf(item) ?? -1;
    if (!items || at < 0) return false;
    items.splice(at, 1);
    this.#size--;
    if (items.length === 0) this.#flows.delete(flow);
    return true;
  }
}
