import type { Message } from './message.js';

/** A conversation that was found in an export. */
export interface FoundConversation {
  /** Its id at the source; empty if it has none. */
  id: string;
  title: string;
  messages: Message[];
}
