import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { operations } from '../../catalog.js';
import { configOfProcess, type Flags } from '../../config/config.js';
import { DEFAULT_USER } from '../../edge/mcp/endpoint.js';
import { McpServerFactory } from '../../edge/mcp/server.js';
import { EXIT } from '../failure.js';
import { presenceNote, presenceOf } from '../model/presence.js';
import { createLogger } from '../output/logger.js';
import { type RemoteOptions, remoteOf } from '../remote/remote.js';
import { stopSignals } from '../stop-signals.js';
import { EmbeddedService } from './embedded-service.js';
import { HttpCaller } from './http-caller.js';

export interface McpOptions extends RemoteOptions {
  userId?: string;
  agentId?: string;
}

/** MCP on standard input and output. Everything other than the protocol goes to standard error. */
export async function mcpCommand({ url, key, userId, agentId, ...flags }: McpOptions & Flags): Promise<number> {
  const stop = stopSignals();
  const defaults = { userId: userId ?? DEFAULT_USER, agentId: agentId ?? null };
  const config = configOfProcess(flags);
  const log = createLogger(config.logLevel);
  let caller: HttpCaller;
  let embedded: EmbeddedService | undefined;
  if (url !== undefined) caller = new HttpCaller(remoteOf({ url, ...(key ? { key } : {}) }), defaults);
  else {
    const note = presenceNote(await presenceOf(config), config.model);
    if (note) process.stderr.write(`recollect: ${note}.\n`);
    const place = new EmbeddedService(config, log);
    embedded = place;
    caller = new HttpCaller(await place.find(), defaults, () => place.find());
  }
  const face = new McpServerFactory(operations, log);
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => face.serverFor(caller), {
    transport,
    onerror: (error) => log.debug({ err: error }, 'mcp'),
  });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  await Promise.race([ended, stop.received]);
  await handle.close();
  await embedded?.close();
  return EXIT.ok;
}
