import { configuredModel } from '../../app/embedders.js';
import { openDatabase } from '../../app/foundation.js';
import { type Config, ConfigError, configOfProcess } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { modelStatus } from '../../embedding/models/install.js';
import { modelNamed, UnknownModel } from '../../embedding/models/manifest.js';
import { wantModel } from '../../features/model/sql/state.js';
import { silentLog } from '../../kernel/log.js';
import { databaseFailure, Failure } from '../failure.js';
import type { RemoteOptions } from '../remote/remote.js';
import { addressOf, adminKeyOf, healthOf } from '../remote/running.js';
import { serviceFetch } from '../remote/service-fetch.js';
import { fetchModel, places } from './model.js';

/** Makes a local model the wanted one: through the running service, or in its store if none runs. */
export async function useCommand(name: string, options: RemoteOptions): Promise<void> {
  const config = configOfProcess();
  checkName(name);
  const address = addressOf(options, config);
  const isRunning = (await healthOf(address)) !== null;
  const isNamed = Boolean(options.url ?? environment().RECOLLECT_URL);
  if (isNamed && !isRunning) throw new Failure(`No service responds at ${address}.`);
  if (!isNamed) await prepareHere(name, config);
  const said = isRunning ? await askService(address, name, options, config) : await writeChoice(name, config);
  process.stdout.write(`${said}\n`);
}

function checkName(name: string): void {
  try {
    modelNamed(name);
  } catch (error) {
    throw error instanceof UnknownModel ? new ConfigError(error.message) : error;
  }
}

/** Not for a remote service, which has its own settings and files. */
async function prepareHere(name: string, config: Config): Promise<void> {
  const { fixedBy } = configuredModel(config);
  if (fixedBy !== null)
    throw new ConfigError(`The model is set by ${fixedBy}, which takes precedence: change it there and restart.`);
  const { installed } = await modelStatus(name, places(config));
  if (!installed) await fetchModel(name, config);
}

async function askService(address: string, name: string, options: RemoteOptions, config: Config): Promise<string> {
  const response = await serviceFetch(`${address}/admin/model`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await adminKeyOf(options, config)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: name }),
  });
  const body = (await response.json()) as { model?: string; wanted?: string; error?: { message: string } };
  if (!response.ok) throw new Failure(`${address} returned ${response.status}: ${body.error?.message}`);
  if (body.wanted === body.model) return `${name} is in use.`;
  return `The service is changing to ${name}. ${body.model} stays in use until all memories are embedded again; see: recollect model list`;
}

async function writeChoice(name: string, config: Config): Promise<string> {
  const database = await openDatabase(config, silentLog).catch((error: Error) => {
    if (!/ is in use by /.test(error.message)) throw databaseFailure(error, config.databaseUrl) ?? error;
    throw new Failure(`${error.message} If that process is the service, give its address with --url.`);
  });
  try {
    const source = { kind: 'local', model: name } as const;
    await database.system(wantModel, { source, choice: name, now: Date.now() });
  } finally {
    await database.close();
  }
  const nodes = config.databaseUrl ? ' Running nodes do so automatically.' : '';
  return `${name} is selected: the service changes to it at the next start.${nodes}`;
}
