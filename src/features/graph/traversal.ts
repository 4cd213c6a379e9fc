import type { Relationship } from './link-record.js';

/** A link as seen from one of its ends. */
export interface FoundLink {
  /** The memory it is seen from. */
  at: string;
  id: string;
  from: string;
  to: string;
  relationship: Relationship;
  weight: number;
  automatic: boolean;
}
export type Edge = Omit<FoundLink, 'at'>;

/**
 * A breadth-first walk with limits. Level by level it is given the links at its frontier; it visits a memory once, so cycles end, and it knows
 * whether anything was left out.
 */
export class Traversal {
  /** Memory → how many links away it is. */
  readonly depths: Map<string, number>;
  readonly edges = new Map<string, Edge>();
  /** The memories found last, in the order in which they were found. */
  frontier: string[];
  truncated = false;
  readonly #most: { nodes: number; edges: number };

  constructor(start: string, most: { nodes: number; edges: number }) {
    this.depths = new Map([[start, 0]]);
    this.frontier = [start];
    this.#most = most;
  }

  /**
   * `met`: the links at the frontier. They are followed in the order in which their memories were found; within a memory, the heaviest first, then
   * the newest.
   */
  step(met: readonly FoundLink[]): void {
    const place = new Map(this.frontier.map((id, i) => [id, i]));
    const order = (link: FoundLink) => place.get(link.at) ?? 0;
    const sorted = [...met].sort((a, b) => order(a) - order(b) || b.weight - a.weight || (a.id < b.id ? 1 : -1));
    const found: string[] = [];
    const depth = (this.depths.get(this.frontier[0] as string) ?? 0) + 1;
    for (const { at, ...edge } of sorted) {
      if (this.edges.has(edge.id)) continue;
      const other = at === edge.from ? edge.to : edge.from;
      const known = this.depths.has(other);
      if (this.edges.size >= this.#most.edges || (!known && this.depths.size >= this.#most.nodes)) {
        this.truncated = true;
        continue;
      }
      this.edges.set(edge.id, edge);
      if (known) continue;
      this.depths.set(other, depth);
      found.push(other);
    }
    this.frontier = found;
  }
}
