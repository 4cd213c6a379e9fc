import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '../../config/config.js';
import { type Environment, environment } from '../../config/env.js';
import { secretGiven } from '../../config/secret-file.js';
import { Failure } from '../failure.js';
import { connectionTo, trustCertificate } from './service-fetch.js';

/** A running service and the key to call it with. */
export interface Remote {
  url: string;
  key: string;
}
export interface RemoteOptions {
  url?: string;
  key?: string;
}

export function remoteOf(options: RemoteOptions, env: Environment = environment()): Remote {
  const scheme = env.RECOLLECT_TLS_CERT ? 'https' : 'http';
  const url = options.url ?? (env.RECOLLECT_URL || `${scheme}://127.0.0.1:${env.PORT || 7326}`);
  trustCertificate(url, env.RECOLLECT_TLS_CERT);
  const key = options.key ?? secretGiven(env, 'RECOLLECT_KEY')?.value;
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw new ConfigError(`The address of the service must be a URL that begins with http:// or https://.`);
  if (!key) throw new ConfigError('No API key: give --key, or set RECOLLECT_KEY or RECOLLECT_KEY_FILE.');
  return { url: url.replace(/\/+$/, ''), key };
}

interface RemoteCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query: Record<string, string | undefined>;
  contentType?: string;
  body?: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/** The response, with its body not yet read. An error of the service becomes a failure with the sentence that it returned. */
export async function callRemote(remote: Remote, call: RemoteCall): Promise<IncomingMessage> {
  const given = Object.entries(call.query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const url = new URL(`${remote.url}${call.path}`);
  url.search = new URLSearchParams(given).toString();
  const response = await send(url, remote, call);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return response;
  throw new Failure(`${url.host} returned ${status}: ${sentenceOf(await text(response))}`);
}

/** Not fetch: it times out on a body or a response that takes minutes. */
function send(url: URL, { key }: Remote, { method, contentType, body, signal }: RemoteCall): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}`, ...(contentType && { 'content-type': contentType }) };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(error instanceof Failure ? error : new Failure(`Cannot reach ${url.origin}: ${reasonOf(error)}.`));
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = start(url, { method, headers, signal, ...connectionTo(url) }).on('error', fail);
    if (!body) {
      request.on('response', resolve).end();
      return;
    }
    const source = Readable.from(body, { objectMode: false });
    // A response before the end of the body is a refusal: the rest need not be sent.
    request.on('response', (response) => {
      source.destroy();
      resolve(response);
    });
    pipeline(source, request).catch(fail);
  });
}

const reasonOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.message;

function sentenceOf(body: string): string {
  try {
    const { message, details } = JSON.parse(body).error;
    const done = typeof details?.imported === 'number' ? ` ${details.imported} were imported before.` : '';
    return `${message}${done}`;
  } catch {
    return body.slice(0, 200);
  }
}
