import { configuredModel } from '../../app/embedders.js';
import type { HealthResponse } from '../../client/index.js';
import { type Config, configOfProcess } from '../../config/config.js';
import { modelStatus } from '../../embedding/models/install.js';
import { MODELS } from '../../embedding/models/manifest.js';
import { idOf } from '../../features/model/source.js';
import { table } from '../output/terminal.js';
import type { RemoteOptions } from '../remote/remote.js';
import { addressOf, healthOf } from '../remote/running.js';
import { places } from './model.js';

interface ListedModel {
  name: string;
  bytes: number | null;
  installed: boolean;
  /** Where the files are or would be stored; null for a model behind an endpoint. */
  folder: string | null;
  in_use: boolean;
  wanted: boolean;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** If no service responds, the model named in the settings counts as the one in use. */
async function listed(config: Config, health: HealthResponse | null): Promise<ListedModel[]> {
  const { source } = configuredModel(config);
  const embedder = health?.checks.embedder;
  const inUse = embedder ? embedder.model : source && idOf(source);
  const wanted = embedder?.changing?.to ?? inUse;
  const local = await Promise.all(
    MODELS.map(async ({ name }) => {
      const { installed, folder, bytes } = await modelStatus(name, places(config));
      return { name, bytes, installed, folder, in_use: name === inUse, wanted: name === wanted };
    }),
  );
  const others = [...new Set([inUse, wanted])].filter((id) => id && !MODELS.some(({ name }) => name === id));
  const remote = others
    .filter((id) => id !== 'none')
    .map((id) => ({
      ...{ name: id as string, bytes: null, installed: true, folder: null },
      ...{ in_use: id === inUse, wanted: id === wanted },
    }));
  return [...local, ...remote];
}

function rowOf(model: ListedModel): string[] {
  const mark = model.in_use ? '*' : model.wanted ? '+' : ' ';
  const size = model.bytes === null ? '' : megabytes(model.bytes);
  const where = model.installed ? `installed in ${model.folder}` : 'not installed';
  return [`${mark} ${model.name}`, size, model.folder === null ? 'behind an endpoint' : where];
}

function lastLine(address: string, health: HealthResponse | null): string {
  if (!health)
    return `No service responds at ${address}: * marks the model in the settings, regardless of "model use".`;
  const { changing } = health.checks.embedder;
  if (!changing) return `* marks the model in use by the service at ${address}.`;
  const { from, to, done, total, detail } = changing;
  const share = total > 0 ? ` (${Math.floor((100 * done) / total)} %)` : '';
  const trouble = detail ? ` It is stalled: ${detail}.` : '';
  return `Changing from ${from} (*) to ${to} (+): ${done} of ${total} memories${share}.${trouble}`;
}

export async function listModels(options: RemoteOptions & { json?: boolean }): Promise<void> {
  const config = configOfProcess();
  const address = addressOf(options, config);
  const health = await healthOf(address);
  const models = await listed(config, health);
  if (options.json) {
    const service = health && { url: address, changing: health.checks.embedder.changing };
    process.stdout.write(`${JSON.stringify({ models, service }, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${[...table(models.map(rowOf)), lastLine(address, health)].join('\n')}\n`);
}
