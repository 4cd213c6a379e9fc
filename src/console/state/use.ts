import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { showError } from '../api.js';

interface Loaded<T> {
  value: T | undefined;
  loading: boolean;
  error: unknown;
}

/** Loads again when one of `on` changes; a response to an earlier request is discarded. */
export function useLoaded<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  on: readonly unknown[],
  { quiet = false } = {},
): Loaded<T> & { again: () => void; show: (value: T) => void } {
  const state = useSignal<Loaded<T>>({ value: undefined, loading: true, error: undefined });
  const show = (value: T) => {
    state.value = { value, loading: false, error: undefined };
  };
  const turn = useSignal(0);
  const key = JSON.stringify(on);
  useEffect(() => {
    const controller = new AbortController();
    state.value = { ...state.peek(), loading: true };
    ask(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) show(value);
      },
      (error) => {
        if (controller.signal.aborted) return;
        state.value = { value: undefined, loading: false, error };
        if (!quiet) showError(error);
      },
    );
    return () => controller.abort();
  }, [key, turn.value]);
  const again = () => {
    turn.value++;
  };
  return { ...state.value, again, show };
}

/** An action on a click: whether it is in flight, and a toast if it fails. */
export function useAction(): { busy: Signal<boolean>; act: (work: () => Promise<unknown>) => Promise<void> } {
  const busy = useSignal(false);
  const act = async (work: () => Promise<unknown>) => {
    busy.value = true;
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, act };
}

/** Calls the handler of the latest render; removed with the component. */
export function useWindowEvent<K extends keyof WindowEventMap>(name: K, listen: (event: WindowEventMap[K]) => void) {
  const latest = useRef(listen);
  latest.current = listen;
  useEffect(() => {
    const on = (event: WindowEventMap[K]) => latest.current(event);
    addEventListener(name, on);
    return () => removeEventListener(name, on);
  }, [name]);
}

/** True while the page is at least this wide. */
export function useWide(pixels: number): boolean {
  const asked = useRef(matchMedia(`(min-width: ${pixels}px)`));
  const wide = useSignal(asked.current.matches);
  useEffect(() => {
    const on = () => {
      wide.value = asked.current.matches;
    };
    asked.current.addEventListener('change', on);
    return () => asked.current.removeEventListener('change', on);
  }, []);
  return wide.value;
}
