import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { ManagedEmbedder } from './embedder.js';
import { LocalEmbedder } from './local/embedder.js';
import { installModel } from './models/install.js';
import { DEFAULT_MODEL, modelNamed } from './models/manifest.js';
import type { Progress, SourceName } from './models/source.js';
import { noEmbedder } from './none.js';
import { OpenAiEmbedder } from './openai.js';
import { ResilientEmbedder } from './resilient.js';

export * from './embedder.js';
export { defaultModelCache } from './models/cache-dir.js';
export {
  type InstallOptions,
  installModel,
  ModelNotInstalled,
  type ModelStatus,
  modelStatus,
} from './models/install.js';
export { DEFAULT_MODEL, type LocalModel, MODELS, modelNamed, UnknownModel } from './models/manifest.js';
export type { Progress, SourceName } from './models/source.js';
export { splitPassages } from './passages.js';

export interface EmbedderConfig {
  kind: 'local' | 'openai' | 'none';
  /** Name of the local model. */
  model?: string;
  modelDir?: string;
  cacheDir: string;
  sources?: readonly SourceName[];
  hubUrl?: string;
  threads?: number;
  /** Base address of the endpoint, e.g. `http://127.0.0.1:11434/v1`. */
  url?: string;
  apiModel?: string;
  apiKey?: string;
  /** Dimensions of a remote model, if known. */
  dimensions?: number;
  clock: Clock;
  log: Log;
  onProgress?: (progress: Progress) => void;
}

function localEmbedder(config: EmbedderConfig): ManagedEmbedder {
  const { modelDir, cacheDir, sources, hubUrl, log, onProgress } = config;
  const model = modelNamed(config.model ?? DEFAULT_MODEL);
  let told = '';
  const tell = (reason: string) => {
    // One warning is enough while the network is unavailable.
    log[reason === told ? 'debug' : 'warn'](
      { model: model.name, reason },
      'the embedding model is failing; trying again',
    );
    told = reason;
  };
  return new LocalEmbedder({
    model,
    ...(config.threads === undefined ? {} : { threads: config.threads }),
    install: (signal, onDownload) =>
      installModel(model.name, {
        ...{ modelDir, cacheDir, sources, hubUrl, log, signal },
        onProgress: (progress) => {
          onDownload();
          onProgress?.(progress);
        },
      }),
    onTrouble: tell,
  });
}

function remoteEmbedder({ url, apiModel, apiKey, dimensions }: EmbedderConfig): ManagedEmbedder {
  if (!url || !apiModel) throw new Error('The embedding endpoint needs both an address and a model name.');
  return new OpenAiEmbedder({ url, apiModel, apiKey, dimensions });
}

/** Does not wait for the model: `ready()` does. Rejects only if the configuration can never work. */
export async function createEmbedder(config: EmbedderConfig): Promise<ManagedEmbedder> {
  if (config.kind === 'none') return noEmbedder();
  const inner = config.kind === 'local' ? localEmbedder(config) : remoteEmbedder(config);
  return new ResilientEmbedder(inner, { clock: config.clock });
}
