import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Place } from '../../lib/plane.js';

export interface ToLayout {
  nodes: readonly string[];
  edges: readonly (readonly [from: string, to: string])[];
  /** Skips the animation, for people who prefer reduced motion. */
  atOnce: boolean;
}
export interface FromLayout {
  ids: readonly string[];
  /** x and y of each node in turn. */
  places: Float32Array;
}

/** Set by the build: the URL of the worker's file. */
declare const LAYOUT_WORKER: string;

/** Where each memory lies: computed in a worker, and animated until it settles. */
export function useLayout(nodes: readonly string[], edges: ToLayout['edges']): ReadonlyMap<string, Place> {
  const places = useSignal<ReadonlyMap<string, Place>>(new Map());
  const worker = useRef<Worker | null>(null);
  useEffect(() => {
    const made = new Worker(LAYOUT_WORKER, { type: 'module', name: 'layout' });
    made.onmessage = ({ data }: MessageEvent<FromLayout>) => {
      places.value = new Map(
        data.ids.map((id, at) => [id, { x: data.places[at * 2] ?? 0, y: data.places[at * 2 + 1] ?? 0 }]),
      );
    };
    worker.current = made;
    return () => made.terminate();
  }, []);
  useEffect(() => {
    if (nodes.length === 0) return;
    const atOnce = matchMedia('(prefers-reduced-motion: reduce)').matches;
    worker.current?.postMessage({ nodes, edges, atOnce } satisfies ToLayout);
  }, [JSON.stringify([nodes, edges])]);
  return places.value;
}
