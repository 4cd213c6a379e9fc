import { watchFile } from 'node:fs';
import type { Logger } from 'pino';
import { type Config, configOfProcess, type Flags } from '../config/config.js';
import { environment } from '../config/env.js';
import type { Embedder } from '../embedding/embedder.js';
import { prepareFolder } from '../kernel/data-folder.js';
import type { Service } from '../service.js';
import { databaseFailure, EXIT, listenFailure, sentence } from './failure.js';
import { presenceNote, presenceOf } from './model/presence.js';
import { banner } from './output/banner.js';
import { createLogger } from './output/logger.js';
import { coloursFor } from './output/terminal.js';
import { announce } from './remote/running-file.js';
import { stopSignals } from './stop-signals.js';

/** Seconds after the grace period at which a hanging stop is aborted. */
const STOP_MARGIN = 10;
/** Most milliseconds from an unhandled error to the end of the process. */
const DYING = 2_000;

/** After a bug nothing can be relied on. Only the model's threads are shut down first: native code crashes if it is cut off. */
function exitOnUnhandledErrors(log: Logger, embedder: () => Embedder | undefined): void {
  let dying = false;
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'unhandled error');
    if (dying) return;
    dying = true;
    setTimeout(() => process.exit(EXIT.failure), DYING);
    void Promise.resolve(embedder()?.close()).finally(() => process.exit(EXIT.failure));
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

function giveUpLater({ drainSeconds, shutdownGraceSeconds }: Config, log: Logger): void {
  const giveUp = () => {
    log.error({}, 'shutdown took too long and was aborted');
    process.exit(EXIT.failure);
  };
  setTimeout(giveUp, (drainSeconds + shutdownGraceSeconds + STOP_MARGIN) * 1_000).unref();
}

async function start(config: Config, log: Logger): Promise<Service> {
  const { startService } = await import('../service.js');
  try {
    return await startService(config, { log });
  } catch (error) {
    throw listenFailure(error, config) ?? databaseFailure(error, config.databaseUrl) ?? error;
  }
}

/** Milliseconds between two checks of the certificate's files, and from a change to reading both: they are written one after the other. */
const WATCH_EVERY = 2_000;
const SETTLED = 500;

/** Reloads credentials, keys and the certificate on SIGHUP, and when the certificate's files change. */
function keepReloading(service: Service, flags: Flags, log: Logger, onTerminal: boolean): void {
  const reload = async () => {
    try {
      await service.reload(configOfProcess(flags));
      log.info({}, 'reloaded credentials and keys');
    } catch (error) {
      log.error(
        { reason: sentence(error) },
        'credentials and keys could not be reloaded: the previous ones stay in force',
      );
    }
  };
  // Closing a terminal sends the same signal, which must then end the process.
  if (!onTerminal) process.on('SIGHUP', reload);
  let timer: NodeJS.Timeout | undefined;
  for (const file of [service.config.tlsCert, service.config.tlsKey]) {
    if (file === undefined) continue;
    watchFile(file, { interval: WATCH_EVERY, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(reload, SETTLED).unref();
    });
  }
}

export async function serve(flags: Flags): Promise<number> {
  const config = configOfProcess(flags);
  const log = createLogger(config.logLevel);
  const stop = stopSignals();
  if (!config.databaseUrl || config.adminKey.length === 0) prepareFolder(config.dataDir);
  void stop.received.then(() => giveUpLater(config, log)); // also if it arrives during the start
  let service: Service | undefined;
  exitOnUnhandledErrors(log, () => service?.embedder);
  service = await start(config, log);
  service.prepareDocuments();
  const change = service.models.changing();
  const model = change?.to ?? service.embedder.model.id; // `recollect model use` may have named it
  const used = { ...config, model };
  const onTerminal = process.stdout.isTTY === true;
  const missing = presenceNote(await presenceOf(used), model, change ? `${change.from} answers` : undefined);
  // Redirected output ends up in a file or a log, and this is a credential.
  const consoleLink = onTerminal ? await service.consoleLink() : null;
  const facts = { url: service.url, config: used, missing, admin: service.adminKey, onTerminal, consoleLink };
  process.stdout.write(`${banner(facts, coloursFor(process.stdout, environment()))}\n`);
  const unannounce = config.databaseUrl ? undefined : await announce(config, service.url);
  keepReloading(service, flags, log, onTerminal);
  const signal = await stop.received;
  log.info({ signal }, 'stopping: finishing requests in flight');
  await unannounce?.();
  await service.stop();
  log.info({}, 'stopped');
  return EXIT.ok;
}
