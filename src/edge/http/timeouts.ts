import { SECOND } from '../../kernel/clock.js';

/** How long a client may take, in milliseconds. Our own work has no limit here. */
export interface Timeouts {
  /** From the connection, or from the first byte of a later request, to the end of its headers. */
  headers: number;
  /** The same, to the end of the body. */
  request: number;
  /** Between two requests. */
  keepAlive: number;
  /** Without a byte in either direction while we wait for the client. */
  idle: number;
  /** How often the first two are looked at. */
  checkEvery: number;
}

export const TIMEOUTS: Timeouts = {
  headers: 15 * SECOND,
  request: 120 * SECOND,
  keepAlive: 65 * SECOND, // above the 60 s of the usual load balancers, so that they close first
  idle: 60 * SECOND,
  checkEvery: 2 * SECOND,
};
