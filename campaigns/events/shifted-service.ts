import { loadConfig } from '../../src/config/config.js';
import { startService } from '../../src/service.js';
import { StubEmbedder } from '../../test/support/stub-embedder.js';

/** The service in its own process, whose clock is ahead by `RECOLLECT_TEST_CLOCK_AHEAD` milliseconds. */
const ahead = Number(process.env.RECOLLECT_TEST_CLOCK_AHEAD ?? 0);
const { RECOLLECT_TEST_CLOCK_AHEAD: _, ...env } = process.env;
const clock = { now: () => Date.now() + ahead };
const service = await startService(loadConfig({ env }), { clock, embedder: new StubEmbedder() });
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
