import { DAY } from '../../kernel/clock.js';
import { dot } from './threshold.js';

/** The most members of a cluster: a summary of more is a list nobody reads. */
export const MAX_MEMBERS = 24;
/** The most characters of a cluster's texts: their summary fits into one memory whatever it has to keep. */
export const MAX_CHARACTERS = 60_000;
/** A summary covers one period: memories further apart than this are not combined. */
export const LONGEST_SPAN = 90 * DAY;
/** With fewer, there is nothing that a summary could shorten. */
export const FEWEST_MEMBERS = 3;
/** Memories per cell: if there are more, they are first divided by the nearest of evenly chosen pivots. */
const CELL = 500;
/** Clusters of a cell that a memory is compared with: those that gained a member last, and so are close in time. */
const CLUSTERS_COMPARED = 128;
/** Comparisons after which the event loop gets a turn. */
const BREATH = 20_000;

export interface Point {
  id: string;
  /** Only points of the same group are combined. */
  group: string;
  at: number;
  characters: number;
  /** Unit length. */
  vector: Float32Array;
}

interface Cluster {
  members: Point[];
  characters: number;
  sum: Float32Array;
  norm: number;
}

/**
 * Leader clustering in time order: a memory joins the nearest cluster that is near enough, or else starts one. Every memory is compared with at most
 * `CLUSTERS_COMPARED` clusters and one pivot per `CELL` memories: 20,000 memories take 3.4 million comparisons, not 200 million.
 */
export async function clusterPoints(points: readonly Point[], threshold: number): Promise<Point[][]> {
  const ordered = [...points].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const pivots = ordered.length > CELL ? ordered.filter((_, i) => i % CELL === 0) : [];
  const cells = new Map<string, Cluster[]>();
  const all: Cluster[] = [];
  let work = 0;
  for (const point of ordered) {
    const name = `${nearestPivot(pivots, point)} ${point.group}`;
    const cell = cells.get(name) ?? [];
    cells.set(name, cell);
    let joined = nearest(cell, point, threshold);
    if (joined < 0) {
      const fresh: Cluster = { members: [], characters: 0, sum: new Float32Array(point.vector.length), norm: 0 };
      all.push(fresh);
      joined = cell.push(fresh) - 1;
    }
    join(cell, joined, point);
    work += pivots.length + cell.length;
    if (work > BREATH) {
      work = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return all.filter((cluster) => cluster.members.length >= FEWEST_MEMBERS).map((cluster) => cluster.members);
}

function nearestPivot(pivots: readonly Point[], point: Point): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (const [i, pivot] of pivots.entries()) {
    const cosine = dot(pivot.vector, point.vector);
    if (cosine > most) [best, most] = [i, cosine];
  }
  return best;
}

function nearest(cell: readonly Cluster[], point: Point, threshold: number): number {
  let best = -1;
  let most = threshold;
  for (const [i, cluster] of cell.entries()) {
    const first = cluster.members[0] as Point;
    if (point.at - first.at > LONGEST_SPAN || cluster.characters + point.characters > MAX_CHARACTERS) continue;
    const cosine = dot(cluster.sum, point.vector) / cluster.norm;
    if (cosine >= most) [best, most] = [i, cosine];
  }
  return best;
}

/** Adds a point. The cluster moves to the end of its cell, or leaves it when full; of too many, the oldest leaves. */
function join(cell: Cluster[], index: number, point: Point): void {
  const cluster = cell[index] as Cluster;
  cluster.members.push(point);
  cluster.characters += point.characters;
  for (let i = 0; i < point.vector.length; i++)
    cluster.sum[i] = (cluster.sum[i] as number) + (point.vector[i] as number);
  cluster.norm = Math.sqrt(dot(cluster.sum, cluster.sum)) || 1;
  cell.splice(index, 1);
  if (cluster.members.length < MAX_MEMBERS) cell.push(cluster);
  if (cell.length > CLUSTERS_COMPARED) cell.shift();
}
