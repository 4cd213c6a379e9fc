import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const NAME = 'recollect.console.theme';

/** The only thing that the console stores in the browser. */
function kept(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? 'system';
  } catch {
    return 'system';
  }
}

export const theme = signal<Theme>(kept());

export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    try {
      if (theme.value === 'system') localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, theme.value);
    } catch {
      // If the browser stores nothing, follow the system.
    }
  });
}

export const nextTheme = (): void => {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme;
};
