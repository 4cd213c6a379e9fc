import type { AuditLog } from '../features/audit/log.js';
import type { Caller } from '../features/keys/caller.js';
import { statusOf } from './call-checks.js';
import type { PageRequest } from './http/page.js';

/** Somebody who did something on a page, and what came of it. */
export interface Deed {
  caller: Caller;
  status?: number;
  /** Ids of sessions or keys. */
  subjects?: readonly string[];
  userId?: string;
}

/** Pages are no operations: what they let people in and out with is noted here. */
export class PageAudit {
  readonly #log: Pick<AuditLog, 'note' | 'flush'>;
  readonly #via: 'http' | 'console';

  constructor(log: Pick<AuditLog, 'note' | 'flush'>, via: 'http' | 'console') {
    this.#log = log;
    this.#via = via;
  }

  /** It is in the log before the response; while the database is unavailable it waits there. */
  async note(request: PageRequest, action: string, { caller, status = 200, ...about }: Deed): Promise<void> {
    const { address, requestId } = request;
    const by = { ...caller, address };
    this.#log.note({ caller: by, action, status, via: this.#via, requestId, single: true, ...about });
    await this.#log.flush().catch(() => {});
  }

  /** Notes that it failed. */
  async attempt<T>(request: PageRequest, action: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.sum(request, action, statusOf(error));
      throw error;
    }
  }

  /** Of callers who have not shown who they are there is a sum: nobody can fill the log, or make the service write. */
  sum({ address, requestId }: PageRequest, action: string, status: number): void {
    const caller: Caller = { kind: 'anonymous', address };
    this.#log.note({ caller, action, status, via: this.#via, requestId, single: false });
  }
}
