import { signal } from '@preact/signals';

interface Toast {
  id: number;
  kind: 'done' | 'error';
  text: string;
  /** A request id such as `req_…`, for a report. */
  detail?: string;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 6_000;
const ERROR_MS = 12_000;

let counted = 0;
export const toasts = signal<readonly Toast[]>([]);

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Returns a function that removes it early. */
export function toast(text: string, more: Partial<Omit<Toast, 'id' | 'text'>> & { ms?: number } = {}): () => void {
  const { kind = 'done', ms = kind === 'error' ? ERROR_MS : SHOWN_MS, ...rest } = more;
  const id = ++counted;
  // A repeated message replaces the previous one.
  toasts.value = [...toasts.value.filter((other) => other.text !== text), { id, kind, text, ...rest }].slice(-4);
  setTimeout(() => dismiss(id), ms);
  return () => dismiss(id);
}
