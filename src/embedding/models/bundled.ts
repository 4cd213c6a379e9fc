import { fileURLToPath } from 'node:url';

/** The models that come with the service, in its own folder: nothing is fetched for them. */
export const BUNDLED_FOLDER = fileURLToPath(new URL('../../../../models', import.meta.url));

export const READER_FILES = { weights: 'reader.onnx', tokenizer: 'tokenizer.json' } as const;
export const HEADS_FILE = 'heads.json';
