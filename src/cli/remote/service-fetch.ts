import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';

/** Fingerprints of certificates, by the origin of the service that presents them. */
const pins = new Map<string, string>();

/** Only on these addresses can no other machine respond in place of the service. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * A service on this machine is called by an address that its certificate need not name, and the certificate is often self-signed. So for such an
 * address exactly the certificate in the service's own file is trusted, and no other. Everywhere else the usual rules apply.
 */
export function trustCertificate(url: string, file: string | undefined): void {
  if (file === undefined || !URL.canParse(url)) return;
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== 'https:' || !LOOPBACK.test(hostname)) return;
  try {
    pins.set(origin, new X509Certificate(readFileSync(file)).fingerprint256);
  } catch {
    // Without it the usual rules apply.
  }
}

type Connected = (error: Error | null, socket?: Socket) => void;

/** For a request to a service whose certificate is known; nothing is sent before the service has presented it. */
export function connectionTo(url: URL): Pick<RequestOptions, 'createConnection' | 'agent'> {
  const pin = pins.get(url.origin);
  if (pin === undefined) return { agent: false };
  const createConnection = (_options: object, done: Connected) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false });
    socket.once('error', done);
    socket.once('secureConnect', () => {
      socket.off('error', done);
      if (socket.getPeerX509Certificate()?.fingerprint256 === pin) return done(null, socket);
      socket.destroy();
      done(new Error('the certificate does not belong to the service on this machine'));
    });
    return undefined;
  };
  return { createConnection: createConnection as unknown as NonNullable<RequestOptions['createConnection']> };
}

/** `fetch` that also works for a service on this machine with a self-signed certificate. */
export const serviceFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  return pins.has(url.origin) && !(input instanceof Request) ? pinnedFetch(url, init ?? {}) : fetch(input, init);
};

function pinnedFetch(url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    const sent = Object.fromEntries(new Headers(headers));
    const options = { method, headers: sent, ...(signal ? { signal } : {}), ...connectionTo(url) };
    const request = requestHttps(url, options, (response) => {
      const status = response.statusCode ?? 500;
      const given = new Headers();
      for (const [name, value] of Object.entries(response.headers))
        for (const one of [value ?? []].flat()) given.append(name, one);
      const isEmpty = status === 204 || status === 304 || method === 'HEAD';
      if (isEmpty) response.resume();
      resolve(new Response(isEmpty ? null : (Readable.toWeb(response) as ReadableStream), { status, headers: given }));
    });
    request.on('error', fail).end(body as string | Uint8Array | undefined);
  });
}
