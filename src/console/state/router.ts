import { computed, signal } from '@preact/signals';

/** Everything in the console lies below this path. */
const BASE = '/console';

const here = signal(location.pathname + location.search);

const path = computed(() => (here.value.split('?')[0] as string).slice(BASE.length).replace(/^\/|\/$/g, ''));
export const query = computed(() => new URLSearchParams(here.value.split('?')[1] ?? ''));
/** `memories`, `lab` … */
export const screen = computed(() => path.value.split('/')[0] || 'memories');
/** The rest of the path: the id of a memory, the name of a user. */
export const rest = computed(() => decoded(path.value.split('/').slice(1).join('/')));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function addressOf(to: string, search?: URLSearchParams): string {
  const text = search?.toString();
  return `${BASE}/${to}${text ? `?${text}` : ''}`;
}

export function go(to: string, search?: URLSearchParams, { replace = false } = {}): void {
  const address = addressOf(to, search);
  if (address === here.value) return;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  here.value = address;
}

/** The current URL with a different query. */
export const setQuery = (search: URLSearchParams, options?: { replace?: boolean }): void =>
  go(path.value, search, options);

/** The same with one value changed; an empty value is removed from the query. */
export function changeQuery(name: string, value: string): void {
  const next = new URLSearchParams(query.value);
  if (value) next.set(name, value);
  else next.delete(name);
  setQuery(next);
}

export function listenToHistory(): void {
  addEventListener('popstate', () => {
    here.value = location.pathname + location.search;
  });
  // Links inside the console change the screen without reloading the page.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || !`${link.pathname}/`.startsWith(`${BASE}/`)) return;
    event.preventDefault();
    go(link.pathname.slice(BASE.length).replace(/^\//, ''), new URLSearchParams(link.search));
  });
}
