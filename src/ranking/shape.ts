import type { Reading } from './candidate.js';

/** What kind of text answers questions, whatever it is about. */
export interface ShapeParameters {
  /** Weight of length: a memory of `fullLength` characters has all of it, "Thanks!" next to nothing. */
  substance: number;
  fullLength: number;
  /** Taken off for every doubling of the length beyond `longFrom` characters: long texts touch on everything. */
  perDoubling: number;
  longFrom: number;
  /** Most that length can take off: a long text that matches best must still win. */
  mostForLength: number;
  /** Taken off a turn of talk that ends by asking: it passes the word on to the one who knows. */
  asks: number;
}

export function shapeScore({ length, asks, speaker }: Reading, parameters: ShapeParameters): number {
  const substance = parameters.substance * Math.min(1, length / parameters.fullLength);
  const doublings = length > parameters.longFrom ? Math.log2(length / parameters.longFrom) : 0;
  const long = Math.min(parameters.mostForLength, parameters.perDoubling * doublings);
  return substance - long - (asks && speaker !== null ? parameters.asks : 0);
}
