import type { Setting } from './settings.js';

/** A URL without what may be secret: password, query, the user of a web address. Null if the parts cannot be told apart. */
export function withoutSecrets(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, host, pathname, search, hash } = new URL(url);
  // An `@` further on means that the password contains a character that ended the authority too early.
  if (pathname.includes('@') || search.includes('@') || hash.includes('@')) return null;
  const name = protocol.startsWith('postgres') ? username : username && '***';
  const user = username || password ? `${name}${password && ':***'}@` : '';
  return `${protocol}//${user}${host}${pathname}${search || hash ? '?***' : ''}`;
}

const LONGEST = 80;
/** On one line, whatever it contains. */
const quoted = (text: string) => JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** What the user wrote, as far as it may be shown. */
export function shownInError(setting: Setting, given: unknown): string {
  if (setting.secret) return 'set to a value that is not shown';
  if (typeof given !== 'string') return (JSON.stringify(given) ?? String(given)).slice(0, LONGEST);
  if (setting.kind !== 'url') return quoted(given);
  const hidesNothing = !/[@?#]/.test(given);
  return hidesNothing ? quoted(given) : 'set to a value that is not shown';
}
