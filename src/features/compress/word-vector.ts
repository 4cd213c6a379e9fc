import { termCounts } from '../../text/terms.js';

const DIMENSIONS = 256;

/** The words of a text hashed into a vector of unit length: used if no model has embedded it. */
export function wordVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const [term, count] of termCounts(text)) {
    const at = hash(term);
    const slot = (at >>> 1) % DIMENSIONS;
    vector[slot] = (vector[slot] as number) + (at & 1 ? 1 : -1) * (1 + Math.log(count));
  }
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

/** FNV-1a, mixed once more: its low bits alone are poor. */
function hash(term: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) value = Math.imul(value ^ term.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
