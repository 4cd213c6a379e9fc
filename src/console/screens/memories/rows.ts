import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Memory } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import type { Filters } from '../../lib/filters.js';
import { boundUser } from '../../state/session.js';

export const SEARCHES = ['hybrid', 'semantic', 'words'] as const;
export type SearchBy = (typeof SEARCHES)[number];
export interface Search {
  q: string;
  by: SearchBy;
}

export interface Row extends Memory {
  /** Only for a search: what the results were ranked by. */
  found?: { score: number | null; relevance?: number };
}
export interface Rows {
  rows: readonly Row[];
  loading: boolean;
  /** No more pages follow. */
  ended: boolean;
  failed: boolean;
  /** A search covers one user's memories, and it is not known whose. */
  needsUser: boolean;
  abstained: boolean;
}

/** Large enough for a quick scroll, small compared to the service's limit. */
const PAGE = 100;
const NONE: Rows = { rows: [], loading: true, ended: false, failed: false, needsUser: false, abstained: false };

/** A cursor-paginated list, or the results of a search. */
export function useRows(filters: Filters, search: Search, turn: number) {
  const state = useSignal<Rows>(NONE);
  const key = JSON.stringify([filters, search, turn]);
  const current = useRef({ key, cursor: undefined as string | undefined, controller: new AbortController() });

  const finish = (at: string, next: Partial<Rows>) => {
    if (current.current.key === at) state.value = { ...state.peek(), loading: false, ...next };
  };
  const fail = (at: string, error: unknown) => {
    if (current.current.key !== at) return;
    finish(at, { failed: true, ended: true });
    showError(error);
  };
  const page = async () => {
    const { cursor, controller } = current.current;
    state.value = { ...state.peek(), loading: true };
    try {
      const input = { ...filters, limit: PAGE, cursor };
      const response = await client.memory.list(input, { signal: controller.signal });
      if (current.current.key !== key) return;
      current.current.cursor = response.next_cursor ?? undefined;
      finish(key, { rows: [...state.peek().rows, ...response.memories], ended: response.next_cursor === null });
    } catch (error) {
      fail(key, error);
    }
  };
  useEffect(() => {
    current.current = { key, cursor: undefined, controller: new AbortController() };
    const { controller } = current.current;
    state.value = { ...NONE, rows: [] };
    if (search.q === '') void page();
    else
      find(filters, search, controller.signal).then(
        (found) => finish(key, { ...found, ended: true }),
        (error) => fail(key, error),
      );
    return () => controller.abort();
  }, [key]);

  const more = () => {
    const { loading, ended } = state.peek();
    if (search.q === '' && !loading && !ended) void page();
  };
  const replace = (memory: Memory) => {
    const rows = state.peek().rows.map((row) => (row.id === memory.id ? { ...row, ...memory } : row));
    state.value = { ...state.peek(), rows };
  };
  return { state: state as Signal<Rows>, more, replace };
}

/** The user whose memories a search covers: the filter's, the one that the key is bound to, or the only one there is. */
export async function searchedUser(filters: Filters, signal?: AbortSignal): Promise<string | undefined> {
  if (filters.user_id) return filters.user_id;
  if (boundUser.value !== null) return boundUser.value;
  const { names } = await client.memory.names({ field: 'user_id', limit: 2 }, signal ? { signal } : {});
  return names.length === 1 ? names[0] : undefined;
}

async function find({ order, ...filters }: Filters, { q, by }: Search, signal: AbortSignal): Promise<Partial<Rows>> {
  const user = await searchedUser(filters, signal);
  if (user === undefined) return { needsUser: true };
  const input = { ...filters, user_id: user, q, ranking: by, limit: PAGE };
  const { results, abstained } = await client.memory.retrieve(input, { signal });
  const rows = results.map(({ score, final_score, relevance, explain, ...memory }) => ({
    ...memory,
    found: { score: by === 'semantic' ? score : final_score, ...(relevance === undefined ? {} : { relevance }) },
  }));
  return { rows, abstained };
}
