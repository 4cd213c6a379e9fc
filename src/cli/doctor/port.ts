import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenFailure, sentence } from '../failure.js';
import { reachable } from '../output/banner.js';
import { serviceFetch, trustCertificate } from '../remote/service-fetch.js';
import { bad, type CheckResult, good } from './check.js';

const ANSWER_TIMEOUT_MS = 2_000;

interface Address {
  host: string;
  port: number;
  tlsCert?: string | undefined;
}

async function tryToListen({ host, port }: Address): Promise<unknown> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error;
  } finally {
    server.close();
  }
}

/** The version of a Recollect that already listens there. */
async function recollectAt({ host, port, tlsCert }: Address): Promise<string | null> {
  const name = host.includes(':') ? `[${host}]` : host;
  const url = reachable(`${tlsCert ? 'https' : 'http'}://${name}:${port}`);
  trustCertificate(url, tlsCert);
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await serviceFetch(`${url}/health`, { signal });
    const body = (await response.json()) as { version?: unknown; checks?: unknown };
    return typeof body.version === 'string' && body.checks ? body.version : null;
  } catch {
    return null;
  }
}

interface PortCheck {
  result: CheckResult;
  /** Whether a Recollect runs at this address. */
  running: boolean;
}

export async function checkPort(address: Address): Promise<PortCheck> {
  const place = `${address.port} on ${address.host}`;
  const error = await tryToListen(address);
  if (error === null)
    return { result: good('port', address.port === 0 ? 'any free one' : `${place} is free`), running: false };
  const version = await recollectAt(address);
  if (version !== null)
    return { result: good('port', `${place}: Recollect ${version} is running there`), running: true };
  const [detail, advice = ''] = sentence(listenFailure(error, address) ?? error).split(': ');
  const capital = advice.charAt(0).toUpperCase() + advice.slice(1);
  return { result: bad('port', detail ?? '', capital), running: false };
}
