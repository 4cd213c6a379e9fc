import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from './config.js';
import { ConfigError } from './config-error.js';

/** The certificate (with its chain) and its key, PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Why clients will reject it; null if they will not. */
  readonly warning: string | null;
}

type Settings = Pick<Config, 'tlsCert' | 'tlsKey' | 'origins'>;

/** The certificate to serve TLS with, or null. Throws `ConfigError` if it cannot be used. */
export function readCertificate({ tlsCert, tlsKey, origins }: Settings, now = Date.now()): Certificate | null {
  if (tlsCert === undefined || tlsKey === undefined) return null;
  const [certAs, keyAs] = [
    `The file ${tlsCert} of ${origins.tlsCert.as}`,
    `The file ${tlsKey} of ${origins.tlsKey.as}`,
  ];
  const cert = read(certAs, tlsCert);
  const key = read(keyAs, tlsKey);
  const first = parsed(`${certAs} does not contain a certificate in PEM format`, () => new X509Certificate(cert));
  if (first.checkPrivateKey(privateKeyIn(keyAs, key)) !== true) {
    throw new ConfigError(
      `${keyAs} is not the key of the certificate in ${tlsCert}: the first certificate in the file must match the key.`,
    );
  }
  parsed(`${certAs} and its key cannot be used for TLS`, () => createSecureContext({ cert, key }));
  return { cert, key, warning: warningOf(tlsCert, first, now) };
}

function warningOf(path: string, { validFrom, validTo }: X509Certificate, now: number): string | null {
  if (Date.parse(validTo) <= now) return `The certificate in ${path} expired on ${validTo}.`;
  return Date.parse(validFrom) > now ? `The certificate in ${path} is not valid before ${validFrom}.` : null;
}

function read(as: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${as} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  }
}

/** OpenSSL's own messages quote nothing, but do not say much either. */
function parsed<T>(problem: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new ConfigError(`${problem}.`);
  }
}

function privateKeyIn(as: string, pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) throw new ConfigError(`${as} is protected by a passphrase, which is not supported.`);
  return parsed(`${as} does not contain a private key in PEM format`, () => createPrivateKey(pem));
}
