import { type Config, ConfigError, configOfProcess } from '../config/config.js';
import { environment } from '../config/env.js';
import { installModel, modelStatus } from '../embedding/models/install.js';
import { MODELS, UnknownModel } from '../embedding/models/manifest.js';
import type { SourceName } from '../embedding/models/source.js';
import { createLogger } from './logger.js';
import { progressBar } from './progress.js';
import { coloursFor, table } from './terminal.js';

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const places = ({ modelDir, modelCache }: Config) => ({ modelDir, cacheDir: modelCache });

export async function listModels(): Promise<void> {
  const config = configOfProcess();
  const rows = await Promise.all(
    MODELS.map(async ({ name }) => {
      const { installed, folder, bytes } = await modelStatus(name, places(config));
      const chosen = name === config.model ? '*' : ' ';
      return [`${chosen} ${name}`, megabytes(bytes), installed ? `installed in ${folder}` : 'not installed'];
    }),
  );
  process.stdout.write(`${table(rows).join('\n')}\n`);
}

/** Fetches the model unless it is there, with progress on stderr; answers with its folder. */
export async function fetchModel(name: string, config: Config, sources = config.modelSources, signal?: AbortSignal) {
  const bar = progressBar(process.stderr, coloursFor(process.stderr, environment()));
  try {
    const log = createLogger(config.logLevel);
    return await installModel(name, { ...places(config), sources, log, onProgress: bar.show, signal });
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
