import { fileURLToPath } from 'node:url';

/** The models that ship with the service, in its own folder: they need no download. */
export const BUNDLED_FOLDER = fileURLToPath(
  // In the file that a compute thread loads, this module is two folders higher.
  new URL(import.meta.url.endsWith('/bundled.js') ? '../../../../models' : '../../models', import.meta.url),
);

export const READER_FILES = { weights: 'reader.onnx', spans: 'spans.onnx', tokenizer: 'tokenizer.json' } as const;
export const HEADS_FILE = 'heads.json';
