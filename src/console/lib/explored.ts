import type { GraphExploreResponse } from '../../client/index.js';

export type Node = GraphExploreResponse['nodes'][number];
export type Edge = GraphExploreResponse['edges'][number];

/** More would not be distinguishable on a screen. */
export const MAX_NODES = 200;

export interface Explored {
  nodes: readonly Node[];
  edges: readonly Edge[];
  /** Memories whose links were requested; true if a memory has more links than are shown. */
  expanded: ReadonlyMap<string, boolean>;
  loading: boolean;
  error: unknown;
}

export const NOTHING: Explored = { nodes: [], edges: [], expanded: new Map(), loading: true, error: undefined };

/** Adds what was found at one memory: no more than fits, and no link without both of its ends. */
export function joined(before: Explored, at: string, found: GraphExploreResponse): Explored {
  const nodes = new Map(before.nodes.map((node) => [node.id, node]));
  const from = nodes.get(at)?.depth ?? 0;
  let isCut = found.truncated;
  for (const node of found.nodes) {
    if (nodes.has(node.id)) continue;
    if (nodes.size >= MAX_NODES) isCut = true;
    else nodes.set(node.id, { ...node, depth: from + node.depth });
  }
  const edges = new Map([...before.edges, ...found.edges].map((edge) => [edge.id, edge]));
  return {
    nodes: [...nodes.values()],
    edges: [...edges.values()].filter((edge) => nodes.has(edge.from) && nodes.has(edge.to)),
    expanded: new Map([...before.expanded, [at, isCut]]),
    loading: false,
    error: undefined,
  };
}
