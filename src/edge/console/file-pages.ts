import { notFound } from '../../kernel/errors.js';
import type { Page, PageRequest, PageResponse } from '../http/page.js';
import { codingFor, isKnown } from '../reference/discovery/cached-document.js';
import type { ConsoleFile, ConsoleFiles } from './files.js';

const HTML_TYPE = 'text/html; charset=utf-8';
/** Their names contain a hash of their content. */
const HASHED = 'assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';

/** Nothing from other origins, nothing inline, no framing. */
const GUARDED = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>No console</title>
<h1>The console is not built</h1>
<p>This service was started without its files. <code>npm run build</code> creates them; then restart the service.</p>
</html>
`;

/** The console's files. Its screens have paths of their own, which all serve the one page. */
export function consoleFilePages(files: ConsoleFiles): Page[] {
  const page = (path: string): Page => ({
    ...{ method: 'GET', path, contentType: HTML_TYPE },
    handler: (request) => serve(files, request),
  });
  return [page('/console'), page('/console/{path*}')];
}

function serve(files: ConsoleFiles, { params, headers }: PageRequest): PageResponse {
  const path = params.path ?? '';
  const isHashed = path.startsWith(HASHED);
  const file = files.get(path) ?? (isHashed ? undefined : files.get('index.html'));
  if (file) return sent(file, isHashed, headers);
  if (isHashed) throw notFound('The console has no such file: load the page again.');
  return { status: 404, headers: GUARDED, body: NOT_BUILT };
}

function sent(file: ConsoleFile, isHashed: boolean, headers: PageRequest['headers']): PageResponse {
  const { contentType, etag, plain } = file;
  const common = {
    ...GUARDED,
    'Cache-Control': isHashed ? FOR_EVER : ASK_EACH_TIME,
    ETag: etag,
    Vary: 'Origin, Accept-Encoding',
  };
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, contentType, headers: common, body: '' };
  const coding = codingFor(String(headers['accept-encoding'] ?? ''), (one) => file[one] !== undefined);
  const coded = coding && file[coding];
  if (!coding || !coded) return { contentType, headers: common, body: plain };
  return { contentType, headers: { ...common, 'Content-Encoding': coding }, body: coded };
}
