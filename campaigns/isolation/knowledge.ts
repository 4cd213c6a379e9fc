/** A request and the cursor that its response ended with. */
export interface Page {
  path: string;
  query: Record<string, unknown>;
  cursor: string;
}
const PAGES_KEPT = 20;

/** What anyone could have learned about the ids of others: who created which, and the cursors that lists returned. */
export class Knowledge {
  /** Ids by kind (`mem`, `ep`, `lnk` …), per tenant. */
  readonly #ids = new Map<number, Map<string, string[]>>();
  readonly #owners = new Map<string, number>();
  readonly #users = new Map<string, string>();
  readonly #cursors = new Map<number, Map<string, Page[]>>();

  /** Collects the ids in a response that only the caller's data can have produced. */
  learn(tenant: number, body: unknown, user?: string): void {
    for (const id of idsIn(JSON.stringify(body ?? null))) {
      if (this.#owners.has(id)) continue;
      this.#owners.set(id, tenant);
      if (user !== undefined) this.#users.set(id, user);
      listAt(this.#ids, tenant, kindOf(id)).push(id);
    }
  }

  learnCursor(tenant: number, operation: string, page: Page): void {
    const pages = listAt(this.#cursors, tenant, operation);
    pages.push(page);
    if (pages.length > PAGES_KEPT) pages.shift();
  }

  ids(tenant: number, kind: string): readonly string[] {
    return this.#ids.get(tenant)?.get(kind) ?? [];
  }

  /** Pages of one list that had a next page. */
  pages(tenant: number, operation: string): readonly Page[] {
    return this.#cursors.get(tenant)?.get(operation) ?? [];
  }

  ownerOf = (id: string) => this.#owners.get(id);
  /** The user it belongs to, if the call that created it named one. */
  userOf = (id: string) => this.#users.get(id);
}

const ID = /\b(?:mem|ep|evt|proc|emo|lnk|agt|sub|cnf)_[0-9a-z]{26}\b/g;
export const idsIn = (text: string): Set<string> => new Set(text.match(ID) ?? []);
const kindOf = (id: string) => id.slice(0, id.indexOf('_'));

function listAt<T>(map: Map<number, Map<string, T[]>>, tenant: number, name: string): T[] {
  const inner = map.get(tenant) ?? new Map<string, T[]>();
  map.set(tenant, inner);
  const list = inner.get(name) ?? [];
  inner.set(name, list);
  return list;
}
