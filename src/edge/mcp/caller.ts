import type { AnyOperation } from '../../features/request.js';

/** The user and agent of a connection, for tool calls that name none. */
export interface Defaults {
  userId: string;
  agentId: string | null;
}

/** How tools reach operations: in this process for `POST /mcp`, over HTTP for `recollect mcp`. */
export interface OperationCaller {
  readonly defaults: Defaults;
  /** Whether this caller may call the operation at all; other tools are not listed. */
  may?(operation: AnyOperation): boolean;
  /** Returns the operation's response; throws the error that its caller would get. */
  call(operation: AnyOperation, input: Record<string, unknown>): Promise<unknown>;
}
