import { redirectProblem } from './redirect.js';

export interface Client {
  id: string;
  name: string;
  redirectUris: readonly string[];
}

/** What is wrong with a client or its request, as a protocol error code. */
export class OAuthProblem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
    /** Seconds after which a retry makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

const MAX_URIS = 10;
const NAME_CHARACTERS = 100;

/** The relevant part of the metadata that a client registers or publishes. */
export function metadataOf(given: unknown, code: string): Pick<Client, 'name' | 'redirectUris'> {
  if (typeof given !== 'object' || given === null) throw new OAuthProblem(code, 'The body must be a JSON object.');
  const { client_name: name = 'An application', redirect_uris: uris } = given as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '')
    throw new OAuthProblem(code, '`client_name` must be a non-empty string.');
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_URIS)
    throw new OAuthProblem(code, `\`redirect_uris\` must have 1 to ${MAX_URIS} entries.`);
  for (const uri of uris) {
    const problem = redirectProblem(uri);
    if (problem) throw new OAuthProblem('invalid_redirect_uri', `\`redirect_uris\` ${problem}.`);
  }
  return { name: printable(name), redirectUris: uris as string[] };
}

/** Removes characters that could alter how the sentence around the name is displayed. */
const printable = (name: string) =>
  [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim()].slice(0, NAME_CHARACTERS).join('') || 'An application';
