import type { RemoteOptions } from '../remote/remote.js';

export interface ImportOptions extends RemoteOptions {
  userId?: string;
  agentId?: string;
  namespace?: string;
  /** The product that the export comes from, for the service. */
  source?: string;
  from?: string;
  /** `content=col,user_id=col`. */
  map?: string;
  dryRun?: boolean;
  restart?: boolean;
  prune?: boolean;
  mask?: boolean;
}
