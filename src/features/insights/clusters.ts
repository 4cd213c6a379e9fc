import type { Work } from '../../kernel/turns/turns.js';
import { dot } from '../../ranking/dot.js';

/** Topics kept apart during the first pass: every memory is compared with each of them. */
const LEADERS = 64;
/** Topics that are refined: more would not be an overview. */
const REFINED = 24;
/** Rounds in which every memory moves to the nearest topic; after that they hardly move. */
const ROUNDS = 3;
/** Fewer memories are not a topic. */
const FEWEST = 3;
/** Units of work (kernel/turns/turns.ts) per comparison. */
const UNITS = 1.25;

interface Centre {
  sum: Float32Array;
  norm: number;
  size: number;
}

/**
 * Groups of vectors about one thing, as indexes, nearest to the centre first, largest group first. A memory joins the nearest group that is near
 * enough, or else opens one; groups with nearly the same centre are merged; then every memory moves to its nearest centre a few times. Memories near
 * none of them stay out. The same vectors in the same order give the same groups.
 */
export function* clusters(vectors: readonly Float32Array[], threshold: number): Work<number[][]> {
  const leaders: Centre[] = [];
  for (const vector of vectors) {
    const [best, cosine] = nearest(leaders, vector);
    if (best && cosine >= threshold) take(best, vector);
    else if (makeRoom(leaders)) take(newCentre(leaders, vector.length), vector);
    yield leaders.length * UNITS;
  }
  let centres = merged(
    leaders
      .filter(({ size }) => size > 1)
      .sort((a, b) => b.size - a.size)
      .slice(0, REFINED),
    threshold,
  );
  let members: [index: number, cosine: number][][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    members = centres.map(() => []);
    for (const [index, vector] of vectors.entries()) {
      const [best, cosine] = nearest(centres, vector);
      if (best && cosine >= threshold) members[centres.indexOf(best)]?.push([index, cosine]);
      yield centres.length * UNITS;
    }
    if (round < ROUNDS - 1)
      centres = members.flatMap((group) => centreOf(group.map(([index]) => vectors[index] as Float32Array)));
  }
  const groups = members.filter((group) => group.length >= FEWEST);
  groups.sort((a, b) => b.length - a.length || (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0));
  return groups.map((group) => group.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([index]) => index));
}

/** Removes the longest-waiting leader without a second member; if all have one, there is no room. */
function makeRoom(leaders: Centre[]): boolean {
  if (leaders.length < LEADERS) return true;
  const alone = leaders.findIndex(({ size }) => size === 1);
  if (alone >= 0) leaders.splice(alone, 1);
  return alone >= 0;
}

function newCentre(all: Centre[], dimensions: number): Centre {
  const centre = { sum: new Float32Array(dimensions), norm: 1, size: 0 };
  all.push(centre);
  return centre;
}

function take(centre: Centre, vector: Float32Array): void {
  for (let i = 0; i < vector.length; i++) centre.sum[i] = (centre.sum[i] as number) + (vector[i] as number);
  centre.norm = Math.sqrt(dot(centre.sum, centre.sum)) || 1;
  centre.size++;
}

function nearest(centres: readonly Centre[], vector: Float32Array): [Centre | null, number] {
  let best: Centre | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const centre of centres) {
    const cosine = dot(centre.sum, vector) / centre.norm;
    if (cosine > most) [best, most] = [centre, cosine];
  }
  return [best, most];
}

function centreOf(vectors: readonly Float32Array[]): Centre[] {
  if (vectors.length < 2) return [];
  const all: Centre[] = [];
  const centre = newCentre(all, (vectors[0] as Float32Array).length);
  for (const vector of vectors) take(centre, vector);
  return all;
}

/** Centres are nearer to each other than memories are: the limit is halfway between the threshold and identity. */
function merged(centres: readonly Centre[], threshold: number): Centre[] {
  const same = (1 + threshold) / 2;
  const kept: Centre[] = [];
  for (const centre of centres) {
    const twin = kept.find((other) => dot(other.sum, centre.sum) / (other.norm * centre.norm) >= same);
    if (!twin) {
      kept.push(centre);
      continue;
    }
    for (let i = 0; i < twin.sum.length; i++) twin.sum[i] = (twin.sum[i] as number) + (centre.sum[i] as number);
    twin.norm = Math.sqrt(dot(twin.sum, twin.sum)) || 1;
    twin.size += centre.size;
  }
  return kept;
}
