import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Reads a stream in portions that the caller chooses. */
class ByteReader {
  #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte and at most `size`; empty at the end. */
  async some(size: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { value, done } = await this.#source.next();
      if (done) return Buffer.alloc(0);
      this.#rest = value;
    }
    const head = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(head.length);
    return head;
  }

  async each(size: number, use: (chunk: Buffer) => void | Promise<void>): Promise<void> {
    for (let left = size; left > 0; ) {
      const chunk = await this.some(left);
      if (chunk.length === 0) throw new Error('the archive ends too early');
      left -= chunk.length;
      await use(chunk);
    }
  }

  async exactly(size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await this.each(size, (chunk) => void chunks.push(chunk));
    return Buffer.concat(chunks);
  }
}

const BLOCK = 512;
const LONGEST_NAME = 65_536; // a name is held in memory; real ones are far shorter

const textAt = (header: Buffer, from: number, size: number) =>
  header.toString('utf8', from, from + size).replace(/\0.*$/s, '');

function sizeIn(header: Buffer): number {
  if ((header[124] ?? 0) & 0x80) return Number(header.readBigUInt64BE(128)); // base 256, for files over 8 GB
  const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('the archive contains a size that is not a number');
  return size;
}

function nameIn(header: Buffer): string {
  const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
  const name = textAt(header, 0, 100);
  return prefix ? `${prefix}/${name}` : name;
}

const paxPath = (body: Buffer) => /^\d+ path=(.*)$/m.exec(body.toString('utf8'))?.[1];

export interface TarEntry {
  name: string;
  size: number;
  /** Reads the content chunk by chunk; what is not read is skipped. */
  read(use: (chunk: Buffer) => void | Promise<void>): Promise<void>;
}

/** Calls `visit` for each plain file of a .tgz, in archive order, until it returns 'stop'. */
export async function readTarball(path: string, visit: (entry: TarEntry) => Promise<'stop' | 'on'>): Promise<void> {
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  const reader = new ByteReader(file.pipe(unzipped));
  try {
    let longName: string | undefined;
    for (;;) {
      const header = await reader.exactly(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const size = sizeIn(header);
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      const type = String.fromCharCode(header[156] ?? 0);
      if (type === 'x' || type === 'L') {
        if (size > LONGEST_NAME) throw new Error('the archive contains a name that is too long');
        const body = await reader.exactly(size);
        longName = type === 'L' ? textAt(body, 0, size) : (paxPath(body) ?? longName);
        await reader.each(padding, () => {});
        continue;
      }
      let unread = size;
      const read: TarEntry['read'] = (use) => {
        unread = 0;
        return reader.each(size, use);
      };
      const name = longName ?? nameIn(header);
      longName = undefined;
      if ((type === '0' || type === '\0') && (await visit({ name, size, read })) === 'stop') return;
      await reader.each(unread + padding, () => {});
    }
  } finally {
    file.destroy();
    unzipped.destroy();
  }
}
