import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { ManagedEmbedder } from './embedder.js';
import { LocalEmbedder } from './local/embedder.js';
import { installModel } from './models/install.js';
import { DEFAULT_MODEL, modelNamed } from './models/manifest.js';
import type { Progress, SourceName } from './models/source.js';
import { type EndpointModel, OpenAiEmbedder } from './openai.js';
import { ResilientEmbedder } from './resilient.js';

interface EmbedderConfig extends EndpointModel {
  kind: 'local' | 'openai';
  /** Name of the local model. */
  model?: string;
  modelDir?: string;
  cacheDir: string;
  sources?: readonly SourceName[];
  threads?: number;
  /** Base address of the endpoint, e.g. `http://127.0.0.1:11434/v1`. */
  url?: string;
  apiModel?: string;
  apiKey?: string;
  clock: Clock;
  log: Log;
  onProgress?: (progress: Progress) => void;
}

function localEmbedder(config: EmbedderConfig): ManagedEmbedder {
  const { modelDir, cacheDir, sources, log, onProgress } = config;
  const model = modelNamed(config.model ?? DEFAULT_MODEL);
  let lastReason = '';
  const logTrouble = (reason: string) => {
    // One warning is enough while the network is unavailable.
    log[reason === lastReason ? 'debug' : 'warn'](
      { model: model.name, reason },
      'the embedding model is failing; retrying',
    );
    lastReason = reason;
  };
  return new LocalEmbedder({
    model,
    ...(config.threads === undefined ? {} : { threads: config.threads }),
    install: (signal, onDownload) =>
      installModel(model.name, {
        ...{ modelDir, cacheDir, sources, log, signal },
        onProgress: (progress) => {
          onDownload();
          onProgress?.(progress);
        },
      }),
    onTrouble: logTrouble,
  });
}

function remoteEmbedder({ url, apiModel, apiKey, id, dimensions }: EmbedderConfig): ManagedEmbedder {
  if (!url || !apiModel) throw new Error('The embedding endpoint needs both an address and a model name.');
  return new OpenAiEmbedder({ url, apiModel, apiKey, id, dimensions });
}

/** Does not wait for the model: `ready()` does. Rejects only if the configuration can never work. */
export async function createEmbedder(config: EmbedderConfig): Promise<ManagedEmbedder> {
  const inner = config.kind === 'local' ? localEmbedder(config) : remoteEmbedder(config);
  return new ResilientEmbedder(inner, { clock: config.clock });
}
