import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyOperation } from '../../features/request.js';
import type { Admitted, Pipeline } from '../pipeline.js';
import type { Admission, Place } from './admission/admission.js';
import { type Edge, Exchange } from './exchange.js';

/** A request that reached a route. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  readonly params: Record<string, string>;
  readonly address: string;
}

/** Responds to a request, whatever the outcome. */
export type Route = (arrival: Arrival) => void;

/** A request that holds a place among those in flight. */
export class Visit {
  admitted: Admitted | undefined;

  constructor(
    readonly exchange: Exchange,
    readonly arrival: Arrival,
    readonly admission: Admission,
    public place: Place,
  ) {}

  /** Returns the caller, once the pipeline has admitted the call. */
  async admit(pipeline: Pipeline, operation: AnyOperation): Promise<Admitted> {
    const { exchange, arrival } = this;
    exchange.calls(operation.id);
    // For operations without authentication, a cookie is ignored.
    const { authorization, session } =
      operation.scope === 'none' ? { authorization: exchange.headers.authorization } : exchange.credential();
    this.admitted = await pipeline.admit(operation, {
      authorization,
      session,
      address: arrival.address,
      requestId: exchange.requestId,
      get signal() {
        return exchange.signal;
      },
    });
    exchange.admitted(this.admitted.caller);
    return this.admitted;
  }

  /** Waits for a body: a body that has not arrived yet must not hold a place. */
  read<T>(reading: Promise<T>): Promise<T> {
    return this.exchange.isWhole ? reading : this.place.aside(reading);
  }

  /** Waits for another turn, as a further call of the same flow would. */
  async again(): Promise<void> {
    this.place.leave();
    this.place = await this.admission.enter(() => this.exchange.isGone, this.exchange.flow);
  }
}

/** The only entry point: an overloaded service refuses, all others wait for a place and return it whatever happens. */
export function admit(
  edge: Edge,
  arrival: Arrival,
  route: string,
  admission: Admission,
  work: (visit: Visit) => Promise<void>,
): void {
  const exchange = open(edge, arrival, route);
  if (admission.isFull(exchange.flow)) {
    exchange.fail(admission.refusal());
    return;
  }
  exchange.run(async () => {
    const place = await admission.enter(() => exchange.isGone, exchange.flow);
    const visit = new Visit(exchange, arrival, admission, place);
    try {
      await work(visit);
    } catch (error) {
      exchange.fail(error, visit.admitted?.headers);
    } finally {
      exchange.over(visit.place);
    }
  });
}

export function open(edge: Edge, { request, response, address }: Arrival, route: string): Exchange {
  return new Exchange(edge, request, response, route, address);
}
