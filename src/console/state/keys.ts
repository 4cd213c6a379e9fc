import { signal } from '@preact/signals';

export const helpShown = signal(false);
export const callsShown = signal(false);

/** The shortcuts of the current screen. */
type Shortcuts = Record<string, (event: KeyboardEvent) => void>;
let current: Shortcuts = {};

export function useShortcutsOf(shortcuts: Shortcuts): void {
  current = shortcuts;
}

const isTyping = (target: EventTarget | null) => {
  const element = target as HTMLElement | null;
  if (!element?.matches) return false;
  const box = element.matches('input:not([type=checkbox]):not([type=range]):not([type=radio]), textarea, select');
  return box || element.isContentEditable;
};

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (helpShown.value || callsShown.value) {
        helpShown.value = false;
        callsShown.value = false;
        return;
      }
      if (isTyping(event.target)) (event.target as HTMLElement).blur();
      else current.Escape?.(event);
      return;
    }
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === '?') {
      helpShown.value = !helpShown.value;
      return;
    }
    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('[data-search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
      return;
    }
    const shortcut = current[event.key];
    if (shortcut) {
      event.preventDefault();
      shortcut(event);
    }
  });
}
