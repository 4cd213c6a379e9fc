import { textProblem } from '../../kernel/fields.js';

/** Schemes registered by applications that are known to speak MCP. Anybody can claim another one. */
const KNOWN_SCHEMES = [
  ...['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'vscodium:', 'windsurf:', 'zed:', 'kiro:', 'goose:'],
  ...['com.anthropic.claude:', 'com.openai.chat:', 'com.raycast:', 'raycast:'],
];
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const MAX_CHARACTERS = 500;

const isLoopback = (url: URL) => url.protocol === 'http:' && LOOPBACK.test(url.hostname);

/** Why this URL cannot be redirected to, or null if it can. */
export function redirectProblem(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.length > MAX_CHARACTERS || !URL.canParse(uri))
    return `must be a URL of at most ${MAX_CHARACTERS} characters`;
  const problem = textProblem(uri);
  if (problem) return problem;
  const url = new URL(uri);
  if (uri.includes('#')) return 'must have no fragment';
  if (url.username || url.password) return 'must have no user or password';
  if (url.protocol === 'https:' || isLoopback(url) || KNOWN_SCHEMES.includes(url.protocol)) return null;
  return 'must begin with https://, http://127.0.0.1, http://localhost, or the scheme of a known application';
}

/** Whether the client registered this URL. A program on this machine may use any free port. */
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

/** Where the redirect leads, as shown to the person. */
export function placeOf(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'a program on this computer';
  return url.protocol === 'https:' ? url.host : `the application that opens ${url.protocol} links`;
}

/** For `form-action`: browsers check it again when the response to the form redirects elsewhere. */
export function sourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
