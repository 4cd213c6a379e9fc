import { RecollectError } from '../../../kernel/errors.js';

/** As much as for large bodies. */
const ALL_BYTES = 256 * 1024 * 1024;

/** What one body holds. */
export interface Share {
  hold(bytes: number): void;
  /** The body has arrived, so it is no longer cut off. */
  arrived(): void;
  end(): void;
}

interface Body {
  readonly flow: string;
  readonly cut: (error: Error) => void;
  bytes: number;
  isCut: boolean;
}

interface Flow {
  bytes: number;
  /** Those that may be cut off. */
  readonly bodies: Set<Body>;
}

/**
 * The memory of bodies while they arrive. A slow one holds no place, so nothing else limits how many there are. They are counted by what
 * they really hold, so any number of slow clients may send little. When it is too much, the flow that holds the most loses its largest body.
 */
export class Arriving {
  readonly #flows = new Map<string, Flow>();
  #bytes = 0;

  constructor(readonly allBytes = ALL_BYTES) {}

  begin(flow: string, cut: (error: Error) => void): Share {
    const body: Body = { flow, cut, bytes: 0, isCut: false };
    return {
      hold: (bytes) => {
        if (body.isCut) return;
        this.#set(body, bytes);
        while (this.#bytes > this.allBytes && this.#cutLargest());
      },
      arrived: () => this.#flows.get(flow)?.bodies.delete(body),
      end: () => this.#set(body, 0),
    };
  }

  #set(body: Body, bytes: number): void {
    const flow = this.#flows.get(body.flow) ?? { bytes: 0, bodies: new Set() };
    const more = bytes - body.bytes;
    body.bytes = bytes;
    flow.bytes += more;
    this.#bytes += more;
    if (bytes > 0) flow.bodies.add(body);
    else flow.bodies.delete(body);
    if (flow.bytes > 0) this.#flows.set(body.flow, flow);
    else this.#flows.delete(body.flow);
  }

  #cutLargest(): boolean {
    const all = [...this.#flows.values()];
    const most = all.reduce((highest, { bytes }) => Math.max(highest, bytes), 0);
    const cuttable = all.filter(({ bodies }) => bodies.size > 0);
    // What has arrived cannot be cut off: those that hold little pay for a flow that holds much of that only if nothing else helps.
    const greedy = cuttable.filter(({ bytes }) => bytes * 2 >= most);
    const flows = greedy.length > 0 || this.#bytes <= 2 * this.allBytes ? greedy : cuttable;
    if (flows.length === 0) return false;
    const { bodies } = flows.reduce((most, flow) => (flow.bytes > most.bytes ? flow : most));
    const body = [...bodies].reduce((most, one) => (one.bytes > most.bytes ? one : most));
    this.#set(body, 0);
    body.isCut = true;
    body.cut(
      new RecollectError('overloaded', 'Too many request bodies are arriving at once: try again.', { retryAfter: 2 }),
    );
    return true;
  }
}
