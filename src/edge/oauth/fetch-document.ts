import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { guardedLookup } from '../../features/events/guard/connect.js';
import { type Guard, literalOf } from '../../features/events/guard/guard.js';
import { SECOND } from '../../kernel/clock.js';
import { VERSION } from '../../version.js';

export const MAX_BYTES = 64 * 1024;
const LIMIT_MS = 5 * SECOND;

/** What is wrong with the document, worded for its publisher. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

interface Fetching {
  /** Milliseconds for the whole fetch. */
  limitMs?: number | undefined;
  /** Certificates (PEM) to trust instead of the default ones. */
  trusted?: string | undefined;
}

/**
 * Fetches a third party's JSON document: from public addresses only, without following redirects, with a small size limit and a deadline of
 * seconds.
 */
export function fetchDocument(guard: Guard, address: string, { limitMs = LIMIT_MS, trusted }: Fetching = {}) {
  return new Promise<unknown>((resolve, reject) => {
    const url = guard.checkText(address);
    const options = {
      ...(literalOf(url) === null ? { lookup: guardedLookup(guard) } : {}),
      ...(trusted === undefined ? {} : { ca: trusted }),
      headers: { accept: 'application/json', 'user-agent': `Recollect/${VERSION}` },
      agent: false,
    };
    const fail = (error: Error) => {
      reject(error);
      request.destroy();
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      if (response.statusCode !== 200) return fail(new UnreadableDocument(`it returned ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) fail(new UnreadableDocument(`it has more than ${MAX_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString()));
        } catch {
          reject(new UnreadableDocument('it is not valid JSON'));
        }
      });
      response.on('error', reject);
    });
    const timer = setTimeout(() => fail(new UnreadableDocument('it took too long')), limitMs);
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
    request.end();
  });
}
