import fc from 'fast-check';
import { operations } from '../../src/catalog.js';
import { type Described, describeAll } from '../../src/edge/reference/openapi/described.js';
import type { Log } from '../../src/kernel/log.js';
import type { EngineName } from '../../test/support/databases.js';
import { ADMIN_KEY, startTestService, type TestService } from '../../test/support/service.js';
import { checkResponse } from './check-response.js';
import { mcpCalls } from './mcp.js';
import { type Plan, plansOf } from './plans.js';
import { Pools } from './pools.js';
import { USERS } from './values.js';
import { type Wire, WireClient, type WireResponse, wireOf } from './wire.js';

/** Requests that share one key and its data: they can be repeated separately, by seed and block number. */
const BLOCK = 500;
const AT_ONCE = 4;
/** So high that it is never reached, but its headers are present. */
const RATE_LIMIT = '100000000';

interface Failure {
  operation: string;
  problem: string;
  seed: number;
  block: number;
  index: number;
  kind: string;
  request: string;
  response: string;
  log: string;
}
export interface FuzzFigures {
  requests: number;
  byStatus: Record<string, number>;
  byKind: Record<string, number>;
  /** Requests per operation. */
  operations: Record<string, number>;
  failures: Failure[];
}
interface FuzzOptions {
  engine: EngineName;
  requests: number;
  seed: number;
  /** Run only this block. */
  block?: number | undefined;
  onBlock?: (figures: FuzzFigures) => void;
}

const shorten = (text: string, most = 600) => (text.length > most ? `${text.slice(0, most)}… (${text.length})` : text);

/** Sends generated requests to every operation and checks every response. */
export async function fuzz(options: FuzzOptions): Promise<FuzzFigures> {
  const { described, schemas } = describeAll(operations);
  const mcp = mcpCalls(described, schemas);
  // Store operations are more frequent, so that reads have something to read.
  const weightOf = ({ operation }: Described) => (operation.success === 201 && operation.scope === 'write' ? 4 : 1);
  const plans = fc.oneof(...described.map((one) => ({ weight: weightOf(one), arbitrary: plansOf(one, schemas, mcp) })));
  const figures: FuzzFigures = { requests: 0, byStatus: {}, byKind: {}, operations: {}, failures: [] };
  const faults: Faults = new Map();
  const service = await startTestService(options.engine, {
    log: faultLog(faults),
    env: { RECOLLECT_RATE_LIMIT: RATE_LIMIT, RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' },
  });
  const client = new WireClient(service.url, AT_ONCE * 2);
  const blocks = options.block === undefined ? range(Math.ceil(options.requests / BLOCK)) : [options.block];
  const work = async () => {
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      // Block seeds differ in their last bits; a prime stride keeps them from sharing samples.
      const seed = (options.seed * 7_919 + block * 104_729) | 0;
      const size = Math.min(BLOCK, options.requests);
      await runBlock(
        { service, client, figures, faults },
        fc.sample(plans, { seed, numRuns: size }),
        options.seed,
        block,
      );
      options.onBlock?.(figures);
    }
  };
  try {
    await Promise.all(range(AT_ONCE).map(work));
    const health = await service.call('GET', '/health');
    if (health.status !== 200) throw new Error(`The service is not well after the campaign: ${health.status}`);
  } finally {
    client.close();
    await service.stop();
    await service.place.remove();
  }
  return figures;
}

const range = (length: number) => Array.from({ length }, (_, i) => i);

interface Running {
  service: TestService;
  client: WireClient;
  figures: FuzzFigures;
  faults: Faults;
}

async function runBlock(running: Running, plans: readonly Plan[], seed: number, block: number): Promise<void> {
  const { service, client, figures, faults } = running;
  const pools = new Pools();
  const [own, reader, revoked] = [await service.mint(), await service.mint({ scopes: ['read'] }), await service.mint()];
  await service.call('DELETE', `/auth/keys/${revoked.id}`, { key: ADMIN_KEY });
  const spare = await service.mint();
  pools.add('key', spare.id);
  pools.add('template', 'coding');
  for (const user of USERS) pools.add('user', user);
  const credentials = { own: own.key, 'read-only': reader.key, revoked: revoked.key };
  for (const [index, plan] of plans.entries()) {
    const { operation } = plan.described;
    const wire = wireOf(plan, pools.resolve(plan.input) as Record<string, unknown>);
    const forAdmin = ['admin', 'issuer', 'admin_or_key'].includes(operation.scope);
    const { credential } = plan;
    wire.headers.authorization =
      typeof credential === 'object'
        ? credential.sent
        : `Bearer ${credential === 'own' && forAdmin ? ADMIN_KEY : credentials[credential]}`;
    const { response, problems } = await ask(client, plan, wire, pools);
    figures.requests++;
    count(figures.byKind, plan.kind);
    count(figures.byStatus, String(response?.status ?? 'none'));
    count(figures.operations, operation.id);
    const fault = faults.get(String(response?.headers['x-request-id'])) ?? '';
    if (fault && problems.length === 0) problems.push('left an error in the log');
    for (const problem of problems) {
      figures.failures.push({
        ...{ operation: operation.id, problem, seed, block, index, kind: plan.kind },
        request: shorten(`${wire.method} ${wire.path} ${JSON.stringify(plan.headers ?? {})} ${wire.body ?? ''}`),
        response: shorten(response ? `${response.status} ${response.text}` : 'none'),
        log: shorten(fault, 2_000),
      });
    }
  }
}

async function ask(client: WireClient, plan: Plan, wire: Wire, pools: Pools) {
  let response: WireResponse | undefined;
  try {
    response = await client.send(wire);
    const { problems, body } = checkResponse(plan, wire, response);
    if (response.status < 300) pools.harvest(body);
    if (plan.described.operation.scope === 'issuer' && response.status === 201)
      pools.add('key', (body as { id: string }).id);
    return { response, problems };
  } catch (error) {
    return { response, problems: [`gave no response that can be judged: ${(error as Error).message}`] };
  }
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** What the service logs about its own faults, by request id. */
type Faults = Map<string, string>;

function faultLog(faults: Faults): Log {
  const keep = (fields: object, message: string) => {
    const { requestId = '', err, error } = fields as { requestId?: string; err?: Error; error?: { stack?: string } };
    faults.set(requestId, `${message}: ${error?.stack ?? err?.stack ?? JSON.stringify(fields)}`);
  };
  return { debug() {}, info() {}, warn() {}, error: keep };
}
