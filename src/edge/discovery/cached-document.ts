import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { VERSION } from '../../version.js';
import type { PageAnswer, PageRequest } from '../http/page.js';
import type { DocumentOptions } from '../openapi/openapi.js';

export interface Made {
  body: string;
  headers: Record<string, string>;
}
interface Kept {
  etag: string;
  plain: Buffer;
  gzip: Promise<Buffer>;
  br: Promise<Buffer>;
}

const FRESH_FOR = 'public, max-age=300';
/** Stands for the base address in what is made once; no document holds it otherwise. */
const PLACE = 'http://base-address.invalid';
/** Base addresses for which a document is kept. A service has one or two; whoever invents more only replaces the others' copies. */
const KEPT = 8;
/** Brotli's best takes a second for the reference; this takes 20 ms and is nearly as small. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Made at the first request, compressed once, and kept: a document changes with the release and the base address only. */
export function cached(make: (options: DocumentOptions) => string | Made, urlFor: (request: PageRequest) => string) {
  let made: Made | undefined;
  const kept = new Map<string, Kept>();
  const forUrl = (url: string, body: string): Kept => {
    const known = kept.get(url);
    if (known) return known;
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value as string);
    const plain = Buffer.from(body.replaceAll(PLACE, url));
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
    const entry = { etag, plain, gzip: promisify(gzip)(plain), br: promisify(brotliCompress)(plain, BROTLI) };
    kept.set(url, entry);
    return entry;
  };
  return async (request: PageRequest): Promise<PageAnswer> => {
    if (!made) {
      const fresh = make({ baseUrl: PLACE, version: VERSION });
      made = typeof fresh === 'string' ? { body: fresh, headers: {} } : fresh;
    }
    const document = forUrl(urlFor(request), made.body);
    const coding = codingFor(String(request.headers['accept-encoding'] ?? ''));
    const headers = {
      ...made.headers,
      'Cache-Control': FRESH_FOR,
      ETag: document.etag,
      Vary: 'Origin, Host, X-Forwarded-Host, X-Forwarded-Proto, Accept-Encoding',
    };
    const known = String(request.headers['if-none-match'] ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known.includes(document.etag)) return { status: 304, headers, body: '' };
    if (coding === null) return { headers, body: document.plain };
    return { headers: { ...headers, 'Content-Encoding': coding }, body: await document[coding] };
  };
}

function codingFor(accepted: string): 'br' | 'gzip' | null {
  const takes = (coding: string) =>
    new RegExp(`(^|,)\\s*${coding}\\s*(;\\s*q=(1|0?\\.\\d*[1-9]))?\\s*(,|$)`, 'i').test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}
