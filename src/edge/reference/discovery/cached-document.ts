import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { VERSION } from '../../../version.js';
import type { PageRequest, PageResponse } from '../../http/page.js';
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
/** Placeholder for the base URL in documents that are built once; no document contains it otherwise. */
const PLACE = 'http://base-address.invalid';
/** Base URLs that a document is built for. A service has one or two; requests under any further name get one of the known ones. */
const KEPT = 8;
/** Brotli's best level takes a second for the reference; this one takes 20 ms and is nearly as small. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Built on the first request, compressed once, and cached: a document changes only with the release and the base URL. */
export function cached(make: (options: DocumentOptions) => string | Made, urlFor: (request: PageRequest) => string) {
  let made: Made | undefined;
  const kept = new Map<string, Kept>();
  const forUrl = (url: string, body: string): Kept => {
    const known = kept.get(url) ?? (kept.size >= KEPT ? (kept.values().next().value as Kept) : undefined);
    if (known) return known;
    const plain = Buffer.from(body.replaceAll(PLACE, url));
    const etag = `"${hash('sha256', plain, 'base64url').slice(0, 27)}"`;
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
  const handler = async (request: PageRequest): Promise<PageResponse> => {
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

/** Whether the client already has this version. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .includes(etag);

/** The best available encoding that the client accepts. */
export function codingFor(accepted: string, has: (coding: Coding) => boolean = () => true): Coding | null {
  const takes = (coding: string) =>
    new RegExp(`(^|,)\\s*${coding}\\s*(;\\s*q=(1|0?\\.\\d*[1-9]))?\\s*(,|$)`, 'i').test(accepted);
  return has('br') && takes('br') ? 'br' : has('gzip') && takes('gzip') ? 'gzip' : null;
}
