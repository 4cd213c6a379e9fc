import { effect, signal } from '@preact/signals';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
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

let dark: CSSMediaRule[] = [];

function show(): void {
  if (dark.length === 0)
    dark = [...document.styleSheets]
      .filter(({ href }) => href?.startsWith(location.origin))
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSMediaRule)
      .filter(({ conditionText }) => conditionText === MEDIA.system);
  for (const { media } of dark) media.mediaText = MEDIA[theme.value];
}

export function applyTheme(): void {
  addEventListener('load', show); // Safari runs scripts before their page's style sheets have loaded
  effect(() => {
    show();
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
