import { type Config, ConfigError, configOfProcess } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { installModel } from '../../embedding/models/install.js';
import { UnknownModel } from '../../embedding/models/manifest.js';
import type { SourceName } from '../../embedding/models/source.js';
import { createLogger } from '../output/logger.js';
import { progressBar } from '../output/progress.js';
import { coloursFor } from '../output/terminal.js';

export const places = ({ modelDir, modelCache }: Config) => ({ modelDir, cacheDir: modelCache });

/** Downloads the model unless it is there, with progress on stderr; returns its folder. */
export async function fetchModel(name: string, config: Config, sources = config.modelSources) {
  const bar = progressBar(process.stderr, coloursFor(process.stderr, environment()));
  try {
    const log = createLogger(config.logLevel);
    return await installModel(name, { ...places(config), sources, log, onProgress: bar.show });
  } finally {
    bar.end();
  }
}

export async function installCommand(name: string | undefined, options: { source?: SourceName }): Promise<void> {
  const config = configOfProcess();
  const model = name ?? config.model;
  try {
    const folder = await fetchModel(model, config, options.source ? [options.source] : undefined);
    process.stdout.write(`${model} is installed in ${folder}\n`);
  } catch (error) {
    throw error instanceof UnknownModel ? new ConfigError(error.message) : error;
  }
}
