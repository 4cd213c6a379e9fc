import type { Work } from '../../kernel/turns/turns.js';
import { dot } from '../../ranking/dot.js';

export interface Projection {
  /** x and y of each vector in turn: −1 to 1, both on the same scale. */
  places: Float32Array;
  /** 0–1: the share of the variance between the vectors that the two directions capture. */
  explained: number;
}

/** More rounds change the picture by less than a dot. */
const ROUNDS = 60;
const SETTLED = 1e-7;
/** Vectors between two pauses, and units of work (kernel/turns/turns.ts) per vector: each is read twice. */
const SLICE = 256;
const UNITS = 4;

export const projectionUnits = (vectors: number) => vectors * UNITS * ROUNDS * 2;

/**
 * The first two principal directions, by power iteration. It starts from a fixed direction and flips each result so that its largest component is
 * positive: the same vectors in the same order give the same places.
 */
export function* project(vectors: readonly Float32Array[]): Work<Projection> {
  const places = new Float32Array(vectors.length * 2);
  const size = vectors[0]?.length ?? 0;
  const centre = yield* meanOf(vectors, size);
  const found: Float64Array[] = [];
  let held = 0;
  for (const axis of [0, 1]) {
    const direction = yield* principal(vectors, centre, found);
    found.push(direction);
    const middle = dot(centre, direction);
    for (const [i, vector] of vectors.entries()) {
      const place = dot(vector, direction) - middle;
      places[i * 2 + axis] = place;
      held += place * place;
      if (i % SLICE === 0) yield SLICE * UNITS;
    }
  }
  const all = yield* spreadOf(vectors, centre);
  let furthest = 0;
  for (const place of places) furthest = Math.max(furthest, Math.abs(place));
  if (furthest > 0) for (let i = 0; i < places.length; i++) places[i] = (places[i] as number) / furthest;
  return { places, explained: all > 0 ? Math.min(1, held / all) : 0 };
}

function* meanOf(vectors: readonly Float32Array[], size: number): Work<Float64Array> {
  const mean = new Float64Array(size);
  for (const [i, vector] of vectors.entries()) {
    for (let j = 0; j < size; j++) mean[j] = (mean[j] as number) + (vector[j] as number) / vectors.length;
    if (i % SLICE === 0) yield SLICE * UNITS;
  }
  return mean;
}

/** The sum of the squared distances from the centre. */
function* spreadOf(vectors: readonly Float32Array[], centre: Float64Array): Work<number> {
  let sum = 0;
  for (const [i, vector] of vectors.entries()) {
    for (let j = 0; j < centre.length; j++) sum += ((vector[j] as number) - (centre[j] as number)) ** 2;
    if (i % SLICE === 0) yield SLICE * UNITS;
  }
  return sum;
}

/** The direction in which the vectors differ most, orthogonal to those already found; all zeros if they do not differ. */
function* principal(
  vectors: readonly Float32Array[],
  centre: Float64Array,
  found: readonly Float64Array[],
): Work<Float64Array> {
  let direction: Float64Array = Float64Array.from(centre, (_, j) => ((j * 7_919 + 13) % 101) / 101 - 0.45);
  if (!straighten(direction, found)) return direction;
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(centre.length);
    const middle = dot(centre, direction);
    let total = 0;
    for (const [i, vector] of vectors.entries()) {
      const along = dot(vector, direction) - middle;
      total += along;
      for (let j = 0; j < next.length; j++) next[j] = (next[j] as number) + along * (vector[j] as number);
      if (i % SLICE === 0) yield SLICE * UNITS;
    }
    for (let j = 0; j < next.length; j++) next[j] = (next[j] as number) - total * (centre[j] as number);
    if (!straighten(next, found)) return next;
    const turned = 1 - Math.abs(dot(next, direction));
    direction = next;
    if (turned < SETTLED) break;
  }
  const largest = direction.reduce((most, part) => (Math.abs(part) > Math.abs(most) ? part : most), 0);
  return largest < 0 ? direction.map((part) => -part) : direction;
}

/** Makes it orthogonal to the directions found before, and of length one. False: nothing is left of it, it is all zeros now. */
function straighten(direction: Float64Array, found: readonly Float64Array[]): boolean {
  for (const other of found) {
    const along = dot(direction, other);
    for (let j = 0; j < direction.length; j++) direction[j] = (direction[j] as number) - along * (other[j] as number);
  }
  const length = Math.sqrt(dot(direction, direction));
  const isLeft = length > 1e-9;
  for (let j = 0; j < direction.length; j++) direction[j] = isLeft ? (direction[j] as number) / length : 0;
  return isLeft;
}
