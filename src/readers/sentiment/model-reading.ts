import { LEARNT, type PackedLine } from './learnt.js';
import { PROTOTYPES } from './prototypes.js';
import { fitLines, type Line, valueOn } from './ridge.js';

/** Chosen on development data; values from half to twice this change nothing. */
const SMOOTHING = 12;
/** A model whose vectors do not separate the prototypes is ignored; the bundled ones reach 0.62 and more. */
const MIN_RELIABILITY = 0.5;

/** What an embedding model's vectors say about feelings. */
export interface FeelingModel {
  /** From bad (−1) to good (1). */
  readonly valence: Line;
  /** From matter-of-fact (0) to emotional (1). */
  readonly strength: Line;
}

export interface ModelReading {
  valence: number;
  strength: number;
}

/** Learns from the vectors of the prototypes, in their order. Null if this model cannot tell feelings apart. */
export function learnFeelings(vectors: readonly Float32Array[]): FeelingModel | null {
  const labels = PROTOTYPES.map((prototype) => prototype.valence);
  const [valence, strength] = fitLines(vectors, [labels, labels.map(Math.abs)], SMOOTHING);
  if (!valence || !strength || Math.min(valence.reliability, strength.reliability) < MIN_RELIABILITY) return null;
  return { valence, strength };
}

const unpack = ({ bias, reliability, weights }: PackedLine): Line => {
  const bytes = Buffer.from(weights, 'base64');
  const read = (_: unknown, i: number) => bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT);
  return {
    bias,
    reliability,
    weights: Float64Array.from({ length: bytes.length / Float32Array.BYTES_PER_ELEMENT }, read),
  };
};

/** The precomputed result for a bundled model; null for any other. */
export function knownFeelings(modelId: string): FeelingModel | null {
  const packed = LEARNT[modelId];
  return packed ? { valence: unpack(packed.valence), strength: unpack(packed.strength) } : null;
}

/** The reading of a text from the vectors of its passages: their mean. */
export function readWithModel(model: FeelingModel, vectors: readonly Float32Array[]): ModelReading | null {
  if (vectors.length === 0) return null;
  const average = (line: Line) => vectors.reduce((sum, vector) => sum + valueOn(line, vector), 0) / vectors.length;
  return { valence: average(model.valence), strength: average(model.strength) };
}
