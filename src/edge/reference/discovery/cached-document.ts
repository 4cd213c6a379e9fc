import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { VERSION } from '../../../version.js';
import type { PageAnswer, PageRequest } from '../../http/page.js';
import type { DocumentOptions } from '../openapi/openapi.js';

export interface Made {
  body: string;
  headers: Record<string, string>;
}
type Coding = 'br' | 'gzip';
interface Kept {
  etag: string;
  plain: Buffer;
  coded: Partial<Record<Coding, Promise<Buffer>>>;
}

const FRESH_FOR = 'public, max-age=300';
/** Stands for the base address in what is made once; no document holds it otherwise. */
const PLACE = 'http://base-address.invalid';
/** Base addresses for which a document is made. A service has one or two; whoever calls it by more names gets one of those it is known by. */
const KEPT = 8;
/** Brotli's best takes a second for the reference; this takes 20 ms and is nearly as small. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Made at the first request, compressed once, and kept: a document changes with the release and the base address only. */
export function cached(make: (options: DocumentOptions) => string | Made, urlFor: (request: PageRequest) => string) {
  let made: Made | undefined;
  const kept = new Map<string, Kept>();
  const forUrl = (url: string, body: string): Kept => {
    const known = kept.get(url) ?? (kept.size >= KEPT ? (kept.values().next().value as Kept) : undefined);
    if (known) return known;
    const plain = Buffer.from(body.replaceAll(PLACE, url));
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
    const entry = { etag, plain, coded: {} };
    kept.set(url, entry);
    return entry;
  };
  const once = (): Made => {
    if (!made) {
      const fresh = make({ baseUrl: PLACE, version: VERSION });
      made = typeof fresh === 'string' ? { body: fresh, headers: {} } : fresh;
    }
    return made;
  };
  const handler = async (request: PageRequest): Promise<PageAnswer> => {
    const made = once();
    const document = forUrl(urlFor(request), made.body);
    const coding = codingFor(String(request.headers['accept-encoding'] ?? ''));
    const headers = {
      ...made.headers,
      'Cache-Control': FRESH_FOR,
      ETag: document.etag,
      Vary: 'Origin, Host, X-Forwarded-Host, X-Forwarded-Proto, Accept-Encoding',
    };
    if (isKnown(request.headers['if-none-match'], document.etag)) return { status: 304, headers, body: '' };
    if (coding === null) return { headers, body: document.plain };
    document.coded[coding] ??= compress[coding](document.plain);
    return { headers: { ...headers, 'Content-Encoding': coding }, body: await document.coded[coding] };
  };
  return { handler, prepare: () => void once() };
}

const compress: Record<Coding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, BROTLI),
  gzip: (plain) => promisify(gzip)(plain),
};

/** Whether the client has it already. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .includes(etag);

/** The best coding that the client takes and that there is. */
export function codingFor(accepted: string, has: (coding: Coding) => boolean = () => true): Coding | null {
  const takes = (coding: string) =>
    new RegExp(`(^|,)\\s*${coding}\\s*(;\\s*q=(1|0?\\.\\d*[1-9]))?\\s*(,|$)`, 'i').test(accepted);
  return has('br') && takes('br') ? 'br' : has('gzip') && takes('gzip') ? 'gzip' : null;
}
