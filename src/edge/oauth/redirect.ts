/** Schemes that applications known to speak MCP have registered for themselves. Anybody can claim another one. */
const KNOWN_SCHEMES = [
  ...['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'vscodium:', 'windsurf:', 'zed:', 'kiro:', 'goose:'],
  ...['com.anthropic.claude:', 'com.openai.chat:', 'com.raycast:', 'raycast:'],
];
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const MOST_CHARACTERS = 500;

const isLoopback = (url: URL) => url.protocol === 'http:' && LOOPBACK.test(url.hostname);

/** Why nobody can be sent back to this address, null when they can. */
export function redirectProblem(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.length > MOST_CHARACTERS || !URL.canParse(uri)) {
    return `must be a URL of at most ${MOST_CHARACTERS} characters`;
  }
  const url = new URL(uri);
  if (uri.includes('#')) return 'must have no fragment';
  if (url.username || url.password) return 'must have no user or password';
  if (url.protocol === 'https:' || isLoopback(url) || KNOWN_SCHEMES.includes(url.protocol)) return null;
  return 'must begin with https://, http://127.0.0.1, http://localhost, or the scheme of a known application';
}

/** Whether it is one of those that the client named. A program on this machine takes whatever port is free. */
export function isNamed(uri: string, named: readonly string[]): boolean {
  if (named.includes(uri)) return true;
  const url = new URL(uri);
  return isLoopback(url) && named.some((one) => withoutPort(one) === withoutPort(uri));
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) url.port = '';
  return url.href;
}

/** What a person reads, to see where they are going. */
export function placeOf(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'a program on this computer';
  return url.protocol === 'https:' ? url.host : `the application that opens ${url.protocol} links`;
}

/** For `form-action`: browsers check it again when the form's answer leads elsewhere. */
export function sourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
