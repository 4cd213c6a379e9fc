import MemoryClient, { type AddOptions, type Message } from '../mem0.js';

/** Keeps each message as it is, unless told otherwise. */
export class VerbatimClient extends MemoryClient {
  override add(messages: string | Message | Message[], options: AddOptions = {}) {
    return super.add(messages, { infer: false, ...options });
  }
}
