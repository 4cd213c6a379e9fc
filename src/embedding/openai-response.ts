import { EmbeddingUnavailable } from './embedder.js';
import { unit } from './vectors.js';

export interface ApiResponse {
  /** In input order, at unit length, all of one dimension. */
  vectors: Float32Array[];
  /** Tokens of the whole call, if the server counts them. */
  tokens: number | null;
}

export const unusable = (reason: string) =>
  new EmbeddingUnavailable(`The embedding endpoint's response is not usable: ${reason}`, { hasResponded: true });

/** Either a list of numbers, or their single-precision bytes, little-endian, as base64. */
function numbersOf(values: unknown): ArrayLike<number> {
  if (typeof values === 'string' && values !== '') {
    const bytes = Buffer.from(values, 'base64'); // leaves out what is not base64
    if (bytes.length !== Buffer.byteLength(values, 'base64') || bytes.length % 4 !== 0)
      throw unusable('a vector is not base64 of single-precision numbers');
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  }
  if (!Array.isArray(values) || values.length === 0) throw unusable('a vector is missing');
  if (values.some((value) => typeof value !== 'number'))
    throw unusable('a vector contains something other than numbers');
  return values;
}

function toUnit(values: unknown): Float32Array {
  const numbers = numbersOf(values);
  try {
    return unit(numbers);
  } catch (error) {
    throw unusable((error as Error).message);
  }
}

/** Trusts nothing: a wrong vector that is stored would spoil every later search. */
export function readResponse(body: unknown, expected: number): ApiResponse {
  const { data, usage } = (body ?? {}) as { data?: unknown; usage?: { total_tokens?: unknown } };
  if (!Array.isArray(data)) throw unusable('it has no list `data`');
  if (data.length !== expected) throw unusable(`${data.length} vectors for ${expected} texts`);
  const vectors: Float32Array[] = new Array(expected);
  data.forEach((item: { index?: unknown; embedding?: unknown } | null, position) => {
    const index = item?.index ?? position;
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= expected)
      throw unusable('an `index` is out of range');
    if (vectors[index as number]) throw unusable('an `index` appears twice');
    vectors[index as number] = toUnit(item?.embedding);
  });
  const dimensions = vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== dimensions)) throw unusable('the vectors differ in dimension');
  const total = usage?.total_tokens;
  return { vectors, tokens: typeof total === 'number' && Number.isFinite(total) && total > 0 ? total : null };
}
