import type { Logger } from 'pino';
import { type Config, configOfProcess, type Flags } from '../config/config.js';
import { environment } from '../config/env.js';
import { banner } from './banner.js';
import { EXIT, listenFailure } from './failure.js';
import { createLogger } from './logger.js';
import { prefetchModel } from './prefetch.js';
import { stopSignals } from './stop-signals.js';
import { coloursFor } from './terminal.js';

/** Seconds past the grace period after which a stop that hangs is given up. */
const STOP_MARGIN = 10;

function dieOnBugs(log: Logger): void {
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nothing handled');
    process.exit(EXIT.failure);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

async function start(config: Config, log: Logger) {
  const { startService } = await import('../service.js');
  try {
    return await startService(config, { log });
  } catch (error) {
    throw listenFailure(error, config) ?? error;
  }
}

export async function serve(flags: Flags): Promise<number> {
  const config = configOfProcess(flags);
  const log = createLogger(config.logLevel);
  const stop = stopSignals();
  await prefetchModel(config, log, stop.signal);
  if (stop.signal.aborted) return EXIT.ok;
  const service = await start(config, log);
  dieOnBugs(log);
  const facts = { url: service.url, config, admin: service.adminKey };
  process.stdout.write(`${banner(facts, coloursFor(process.stdout, environment()))}\n`);
  const signal = await stop.received;
  log.info({ signal }, 'stopping: requests in flight are finished first');
  const giveUp = () => {
    log.error({}, 'the stop took too long and was given up');
    process.exit(EXIT.failure);
  };
  setTimeout(giveUp, (config.shutdownGraceSeconds + STOP_MARGIN) * 1_000).unref();
  await service.stop();
  log.info({}, 'stopped');
  return EXIT.ok;
}
