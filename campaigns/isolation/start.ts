import { createLogger } from '../../src/cli/output/logger.js';
import type { Log } from '../../src/kernel/log.js';
import type { EngineName } from '../../test/support/databases.js';
import { startTestService, type TestService } from '../../test/support/service.js';
import { type CampaignFigures, type CampaignOptions, isolationCampaign } from './campaign.js';
import { type Bug, forgetKeysInCursors, openWith } from './planted.js';

/** The log as the service writes it, at its most verbose level. */
function capturedLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLogger('debug', { write: (line: string) => void lines.push(line) }), lines };
}

/** Webhooks of the campaign go to a local port where nothing listens. */
const ALLOWED = { RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' };

type Given = Omit<CampaignOptions, 'service' | 'log'> & { engine: EngineName; bug?: Bug };

/** Runs the campaign on its own service, with or without a bug. */
export async function campaignOn({ engine, bug, ...options }: Given): Promise<CampaignFigures & { logLines: number }> {
  const { log, lines } = capturedLog();
  const undo = bug === 'a cursor that carries no key' ? forgetKeysInCursors() : () => {};
  let service: TestService | undefined;
  try {
    service = await startTestService(engine, { log, env: ALLOWED, ...(bug ? { openDatabase: openWith(bug) } : {}) });
    return { ...(await isolationCampaign({ ...options, service, log: lines })), logLines: lines.length };
  } finally {
    undo();
    await service?.stop();
    await service?.place.remove();
  }
}
