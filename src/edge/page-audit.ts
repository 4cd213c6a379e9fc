import type { AuditLog } from '../features/audit/log.js';
import type { Caller } from '../features/keys/caller.js';
import { statusOf } from './call-checks.js';
import type { PageRequest } from './http/page.js';

/** An action on a page: who did it, and with what outcome. */
interface Audited {
  caller: Caller;
  status?: number;
  /** Ids of sessions or keys. */
  subjects?: readonly string[];
  userId?: string;
}

/** Pages are not operations: what grants or ends access on them is recorded here. */
export class PageAudit {
  readonly #log: Pick<AuditLog, 'note' | 'flush'>;
  readonly #via: 'http' | 'console';

  constructor(log: Pick<AuditLog, 'note' | 'flush'>, via: 'http' | 'console') {
    this.#log = log;
    this.#via = via;
  }

  /** Writes the entry before the response is sent. While the database is unavailable, the entry stays buffered in the log. */
  async note(request: PageRequest, action: string, { caller, status = 200, ...about }: Audited): Promise<void> {
    const { address, requestId } = request;
    const by = { ...caller, address };
    this.#log.note({ caller: by, action, status, via: this.#via, requestId, single: true, ...about });
    await this.#log.flush().catch(() => {});
  }

  /** Runs the work and records a failure. */
  async attempt<T>(request: PageRequest, action: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.sum(request, action, statusOf(error));
      throw error;
    }
  }

  /** Unauthenticated callers are only counted: nobody can fill the log or make the service write. */
  sum({ address, requestId }: PageRequest, action: string, status: number): void {
    const caller: Caller = { kind: 'anonymous', address };
    this.#log.note({ caller, action, status, via: this.#via, requestId, single: false });
  }
}
