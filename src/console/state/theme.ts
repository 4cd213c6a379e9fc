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

/** When the dark colours apply. */
const MEDIA: Record<Theme, string> = { system: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all' };

export function applyTheme(): void {
  const dark = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === MEDIA.system);
  effect(() => {
    for (const { media } of dark as CSSMediaRule[]) media.mediaText = MEDIA[theme.value];
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
