import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { showError } from '../api.js';

export interface Pages<T> {
  rows: readonly T[];
  loading: boolean;
  /** No more pages follow. */
  ended: boolean;
  failed: boolean;
}
interface Page<T> {
  rows: readonly T[];
  next: string | null | undefined;
}
type AskPage<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/**
 * A cursor-paginated list: loads the first page at once, and the next ones on request. It starts over when one of `on` changes; on a mere refresh the
 * rows stay until the new first page has arrived.
 */
export function usePages<T>(ask: AskPage<T>, on: readonly unknown[]) {
  const state = useSignal<Pages<T>>({ rows: [], loading: true, ended: false, failed: false });
  const turn = useSignal(0);
  const key = JSON.stringify(on);
  const latest = useRef(ask);
  latest.current = ask;
  const place = useRef({ key: '', cursor: undefined as string | undefined, controller: new AbortController() });

  const load = async () => {
    const { cursor, controller } = place.current;
    state.value = { ...state.peek(), loading: true, failed: false };
    try {
      const { rows, next } = await latest.current(cursor, controller.signal);
      if (controller.signal.aborted) return;
      place.current.cursor = next ?? undefined;
      const before = cursor === undefined ? [] : state.peek().rows;
      state.value = { rows: [...before, ...rows], loading: false, ended: !next, failed: false };
    } catch (error) {
      if (controller.signal.aborted) return;
      state.value = { ...state.peek(), loading: false, failed: true };
      showError(error);
    }
  };
  useEffect(() => {
    const rows = place.current.key === key ? state.peek().rows : [];
    place.current = { key, cursor: undefined, controller: new AbortController() };
    const { controller } = place.current;
    state.value = { rows, loading: true, ended: false, failed: false };
    void load();
    return () => controller.abort();
  }, [key, turn.value]);

  return {
    state: state as Signal<Pages<T>>,
    more: () => {
      const { loading, ended } = state.peek();
      if (!loading && !ended) void load();
    },
    again: () => {
      turn.value++;
    },
  };
}
