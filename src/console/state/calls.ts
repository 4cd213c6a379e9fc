import { signal } from '@preact/signals';
import type { Described } from '../lib/snippets.js';

export interface MadeCall extends Described {
  id: number;
  at: number;
  ms: number | null;
  /** Null while in flight. */
  outcome: 'ok' | number | 'failed' | null;
}

/** The latest are enough: the log of the service has all of them. */
const KEPT = 30;

let counted = 0;
export const calls = signal<readonly MadeCall[]>([]);

export function begin(call: Described): (outcome: MadeCall['outcome']) => void {
  const made: MadeCall = { ...call, id: ++counted, at: Date.now(), ms: null, outcome: null };
  const started = performance.now();
  calls.value = [made, ...calls.value].slice(0, KEPT);
  return (outcome) => {
    const ms = Math.round(performance.now() - started);
    calls.value = calls.value.map((one) => (one.id === made.id ? { ...one, ms, outcome } : one));
  };
}
