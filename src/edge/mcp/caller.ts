import type { AnyOperation } from '../../features/request.js';

/** Whose memories a connection is about when a tool call does not say. */
export interface Defaults {
  userId: string;
  agentId: string | null;
}

/** How tools reach operations: in this process for `POST /mcp`, over HTTP for `recollect mcp`. */
export interface OperationCaller {
  readonly defaults: Defaults;
  /** The operation's answer; throws what its caller would be told. */
  /** Whether this caller may call it at all; tools that it may not call are not listed. */
  may?(operation: AnyOperation): boolean;
  call(operation: AnyOperation, input: Record<string, unknown>): Promise<unknown>;
}
