import { Recollect } from '../../client/index.js';
import { currentAdminKey } from '../../config/admin-key.js';
import { configOfProcess } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { secretGiven } from '../../config/secret-file.js';
import { Failure } from '../failure.js';
import { printable } from '../output/terminal.js';
import { type RemoteOptions, remoteOf } from './remote.js';
import { addressOf, adminKeyOf } from './running.js';
import { serviceFetch } from './service-fetch.js';

/** A client of the running service with the caller's key. */
export const clientOf = (options: RemoteOptions): Recollect =>
  new Recollect({ ...remoteOf(options), fetch: serviceFetch });

/** The same with the admin credential of the service on this machine. */
export async function adminClientOf(options: RemoteOptions): Promise<Recollect> {
  const config = configOfProcess({});
  const key = await adminKeyOf(options, config);
  return new Recollect({ url: addressOf(options, config), key, fetch: serviceFetch });
}

/** The same for an operation that a key may also call for itself and its child keys: with the caller's own key if there is no admin credential here. */
export async function adminOrKeyClientOf(options: RemoteOptions): Promise<Recollect> {
  const config = configOfProcess({});
  const own = secretGiven(environment(), 'RECOLLECT_KEY')?.value;
  const isAdmin = options.key !== undefined || own === undefined || (await currentAdminKey(config)) !== '';
  return isAdmin ? adminClientOf(options) : clientOf({ ...options, key: own });
}

/** Reports an error of the service with the sentence that it returned. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error ? new Failure(error.message, { cause: error }) : error;
  }
}

export const print = (text: string) => void process.stdout.write(`${printable(text)}\n`);
export const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));
