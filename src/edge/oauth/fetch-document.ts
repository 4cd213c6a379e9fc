import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { guardedLookup } from '../../features/events/guard/connect.js';
import { type Guard, literalOf } from '../../features/events/guard/guard.js';
import { SECOND } from '../../kernel/clock.js';
import { VERSION } from '../../version.js';

const LIMIT_MS = 5 * SECOND;
const MOST_BYTES = 64 * 1024;

/** A JSON document of somebody else's: from public addresses only, no redirects followed, little of it read, within seconds. */
export function fetchDocument(guard: Guard, address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const url = guard.checkText(address);
    const options = {
      ...(literalOf(url) === null ? { lookup: guardedLookup(guard) } : {}),
      headers: { accept: 'application/json', 'user-agent': `Recollect/${VERSION}` },
      agent: false,
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      if (response.statusCode !== 200) request.destroy(new Error(`it returned ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) request.destroy(new Error(`it has more than ${MOST_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString()));
        } catch (error) {
          reject(error);
        }
      });
      response.on('error', reject);
    });
    const timer = setTimeout(() => request.destroy(new Error('it took too long')), LIMIT_MS);
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
    request.end();
  });
}
