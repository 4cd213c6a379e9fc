import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, showError } from '../../api.js';
import { type Explored, joined, NOTHING } from '../../lib/explored.js';

/** Memories per step. */
export const STEP = 50;

/** Follows the links of a memory, one step at a time. */
export function useExplored(start: string): { state: Signal<Explored>; expand: (id: string) => Promise<void> } {
  const state = useSignal<Explored>(NOTHING);
  const underWay = useRef(new Set<string>());
  const ask = (id: string, signal?: AbortSignal) =>
    client.graph.explore({ id, depth: 1, limit: STEP }, signal ? { signal } : {});
  useEffect(() => {
    const controller = new AbortController();
    state.value = NOTHING;
    ask(start, controller.signal).then(
      (found) => {
        if (!controller.signal.aborted) state.value = joined(NOTHING, start, found);
      },
      (error) => {
        if (!controller.signal.aborted) state.value = { ...NOTHING, loading: false, error };
      },
    );
    return () => controller.abort();
  }, [start]);
  const expand = async (id: string) => {
    if (state.peek().expanded.has(id) || underWay.current.has(id)) return;
    underWay.current.add(id);
    state.value = { ...state.peek(), loading: true };
    try {
      const found = await ask(id);
      state.value = joined(state.peek(), id, found);
    } catch (error) {
      showError(error);
    }
    underWay.current.delete(id);
    state.value = { ...state.peek(), loading: underWay.current.size > 0 };
  };
  return { state, expand };
}
