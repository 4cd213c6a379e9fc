import { invalidField } from '../../../kernel/errors.js';
import { type Log, silentLog } from '../../../kernel/log.js';
import { parseAddress, parseRange, type Range } from './address.js';
import { forbidden } from './ranges.js';
import { nameServers, type Resolve } from './resolve.js';

/** A target that must not be sent to. The message is for the tenant: it contains only what they wrote themselves. */
export class ForbiddenTarget extends Error {
  override readonly name = 'ForbiddenTarget';
}

/** One message for names that resolve to internal addresses and names that do not resolve: only the operator's log says which it is. */
const NOT_PUBLIC = 'the name does not resolve to a public address';

/** Names that never lead to the public internet. They are not even resolved, because the query itself would leak information. */
const NOWHERE = /(^|\.)(example|invalid|test|onion|alt)$/;
const LOCAL = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/** A name server that does not respond must not hold up a caller. */
const RESOLVE_LIMIT_MS = 3_000;
const MAX_URL_LENGTH = 2_048;

/**
 * Decides where webhooks may go. An address is checked three times: as written, in every response of the name server, and when the connection is
 * made. The connection goes to the very addresses that were checked, so a name that changes its addresses gains nothing.
 */
export class Guard {
  readonly #allowed: readonly Range[];
  readonly #resolve: Resolve;

  readonly #log: Log;

  constructor(allowed: readonly string[], resolve: Resolve = nameServers(), log: Log = silentLog) {
    this.#allowed = allowed.map(parseRange);
    this.#resolve = resolve;
    this.#log = log;
  }

  /** Why nothing may be sent to an address; null if it is allowed. */
  #objection(text: string): string | null {
    const address = parseAddress(text);
    return address ? forbidden(address, this.#allowed) : 'not an address';
  }

  /** Throws `ForbiddenTarget` if an address of this name is off limits; only the operator's log says why. */
  checkAddressOf(name: string, address: string): void {
    const why = this.#objection(address);
    if (!why) return;
    this.#log.warn({ name, address, why }, 'a webhook points to a forbidden address');
    throw new ForbiddenTarget(NOT_PUBLIC);
  }

  /** Checks what can be decided from the text alone. Returns the URL in normal form, without octal, hex or full-width digits. */
  checkText(text: string): URL {
    if (text.length > MAX_URL_LENGTH) throw new ForbiddenTarget(`a URL has at most ${MAX_URL_LENGTH} characters`);
    if (!URL.canParse(text)) throw new ForbiddenTarget('not a URL');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new ForbiddenTarget('only http and https are supported');
    if (url.username || url.password) throw new ForbiddenTarget('a user or password in a URL is not supported');
    const literal = literalOf(url);
    const why = literal === null ? null : this.#objection(literal);
    if (why) throw new ForbiddenTarget(`${literal} is ${why}`);
    if (literal === null) this.#checkName(url.hostname);
    return url;
  }

  #checkName(hostname: string): void {
    const name = hostname.replace(/(?<!\.)\.+$/, '').toLowerCase();
    if (name === '' || /[^a-z0-9._-]/.test(name)) throw new ForbiddenTarget('not a host name');
    // If ranges are allowed, such a name may well resolve into one of them: its addresses decide.
    const inside = LOCAL.test(name) || !name.includes('.');
    if (inside && this.#allowed.length === 0) throw new ForbiddenTarget(`${name} is a name of a private network`);
  }

  /** Returns every address of a name, all of them allowed. Throws `ForbiddenTarget` if one is not, another error if there is none. */
  async addressesOf(hostname: string): Promise<readonly string[]> {
    this.#checkName(hostname);
    const name = hostname.replace(/(?<!\.)\.+$/, '').toLowerCase();
    if (NOWHERE.test(name)) throw new Error(NOT_PUBLIC);
    const addresses = await this.#resolve(name);
    if (addresses.length === 0) throw new Error(NOT_PUBLIC);
    for (const address of addresses) this.checkAddressOf(name, address);
    return addresses;
  }

  /** Validates a caller's input. A name that does not resolve now may do so later: it is checked again whenever it is used. */
  async checkInput(field: string, text: string): Promise<string> {
    try {
      const url = this.checkText(text);
      if (literalOf(url) === null) {
        await withLimit(this.addressesOf(url.hostname)).catch((error: unknown) => {
          if (error instanceof ForbiddenTarget) throw error;
        });
      }
      return url.href;
    } catch (error) {
      if (!(error instanceof ForbiddenTarget)) throw error;
      throw invalidField(field, `must be an http or https address on the public internet: ${error.message}`);
    }
  }
}

/** The address in the URL itself; null if it is a name. */
export function literalOf({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return parseAddress(hostname) ? hostname : null;
}

async function withLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the name server does not respond')), RESOLVE_LIMIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
