import MemoryClient, { type AddOptions, type Message } from '../mem0.js';

/** Stores each message verbatim, unless another mode is given. */
export class VerbatimClient extends MemoryClient {
  override add(messages: string | Message | Message[], options: AddOptions = {}) {
    return super.add(messages, { infer: false, ...options });
  }
}
