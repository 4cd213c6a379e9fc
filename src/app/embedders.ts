import type { Config } from '../config/config.js';
import type { ManagedEmbedder } from '../embedding/embedder.js';
import { createEmbedder } from '../embedding/index.js';
import type { Progress } from '../embedding/models/source.js';
import type { ConfiguredModel } from '../features/model/models.js';
import { idOf, type ModelSource } from '../features/model/source.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';

/** The model that the settings name. If the model is left at its default, `recollect model use` decides. */
export function configuredModel(config: Config): ConfiguredModel {
  const { embedder, model, origins } = config;
  if (embedder === 'none') return { source: null, fixedBy: origins.embedder.as };
  if (embedder === 'local')
    return { source: { kind: 'local', model }, fixedBy: origins.model.from === 'default' ? null : origins.model.as };
  const url = withoutCredentials(config.embeddingsUrl ?? '');
  return { source: { kind: 'openai', model: config.embeddingsModel, url }, fixedBy: origins.embedder.as };
}

interface MakerParts {
  config: Config;
  clock: Clock;
  log: Log;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Creates the embedder of any model that this configuration can reach, even one that it does not name. */
export const embedderMaker =
  ({ config, clock, log, onProgress }: MakerParts) =>
  async (source: ModelSource): Promise<ManagedEmbedder | null> => {
    if (source.kind === 'given') return null;
    const base = { cacheDir: config.modelCache, clock, log, ...(onProgress ? { onProgress } : {}) };
    if (source.kind === 'local') {
      return createEmbedder({
        ...base,
        kind: 'local',
        model: source.model,
        ...(config.modelDir ? { modelDir: config.modelDir } : {}),
        sources: config.modelSources,
        ...(config.embedThreads ? { threads: config.embedThreads } : {}),
      });
    }
    const { embeddingsUrl } = config;
    const isConfigured = embeddingsUrl !== undefined && withoutCredentials(embeddingsUrl) === source.url;
    // Never send one provider's key to another: a previous endpoint gets it only if no endpoint of another origin is configured.
    const mayHaveKey = embeddingsUrl === undefined || new URL(embeddingsUrl).origin === new URL(source.url).origin;
    return createEmbedder({
      ...base,
      kind: 'openai',
      url: isConfigured ? embeddingsUrl : source.url,
      apiModel: source.model,
      id: idOf(source),
      dimensions: source.dimensions,
      ...(config.openaiApiKey && mayHaveKey ? { apiKey: config.openaiApiKey } : {}),
    });
  };

function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
