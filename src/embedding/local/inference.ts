import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { EmbedPurpose } from '../embedder.js';
import type { LocalModel } from '../models/manifest.js';
import { meanDirection, unit } from '../vectors.js';
import type { Input } from './messages.js';
import { loadTokenizer, type TokenWindow } from './tokens.js';

export interface Inference {
  run(input: Input, purpose: EmbedPurpose): Promise<{ vector: Float32Array; tokens: number }>;
  release(): Promise<void>;
}

/** Token vectors are stored one after the other. */
function pool(hidden: Float32Array, size: number, pooling: LocalModel['pooling']): Float32Array {
  if (pooling === 'cls') return unit(hidden.subarray(0, size));
  const sum = new Float64Array(size);
  for (let i = 0; i < hidden.length; i++) sum[i % size] = (sum[i % size] ?? 0) + (hidden[i] ?? 0);
  return unit(sum);
}

export const openSession = (path: string, more: InferenceSession.SessionOptions = {}) =>
  InferenceSession.create(path, {
    ...more,
    intraOpNumThreads: 1, // every worker takes one core
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableMemPattern: false, // patterns are kept per input shape, and every text length is a shape
  });

/** Token types are 1 from `second` on, where the second text begins. */
export function inputsOf(ids: TokenWindow, second = ids.length) {
  const shape = [1, ids.length];
  return {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length).fill(1n, second), shape),
  };
}

export async function loadEmbedding(folder: string, model: LocalModel): Promise<Inference> {
  const tokenizer = await loadTokenizer(folder, model);
  const session = await openSession(join(folder, model.weights.path));

  // One text per run: in an int8 model a text's vector depends on what else is in its batch.
  async function embed(ids: TokenWindow): Promise<Float32Array> {
    const hidden = (await session.run(inputsOf(ids))).last_hidden_state;
    if (hidden?.dims[2] !== model.dimensions) throw new Error('the model returned a vector of another dimension');
    return pool(hidden.data as Float32Array, model.dimensions, model.pooling);
  }

  return {
    async run(input, purpose) {
      const windows = tokenizer.of(input as string);
      if (purpose === 'query') windows.length = 1;
      const vectors: Float32Array[] = [];
      for (const window of windows) vectors.push(await embed(window));
      const tokens = windows.reduce((sum, window) => sum + window.length, 0);
      return { vector: meanDirection(vectors), tokens };
    },
    release: () => session.release(),
  };
}
