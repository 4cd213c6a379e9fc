import type { FileHandle } from 'node:fs/promises';
import { damaged, readAt, truncated } from './header.js';
import type { Seal } from './seal.js';

/** Bytes of a frame before it is sealed. */
const FRAME = 1_048_576;
/** Flag in the four bytes before a frame, which hold its length: this frame is the last. */
const LAST = 0x80000000;

/** Cuts the source into sealed frames; there is always a last one. */
export async function* framed(source: AsyncIterable<Buffer>, seal: Seal): AsyncGenerator<Buffer> {
  const frame = (data: Buffer, last: boolean) => {
    const sealed = seal.close(data, last);
    const length = Buffer.alloc(4);
    length.writeUInt32BE((sealed.length | (last ? LAST : 0)) >>> 0);
    return Buffer.concat([length, sealed]);
  };
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < FRAME) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; size - at > FRAME; at += FRAME) yield frame(all.subarray(at, at + FRAME), false);
    waiting = [all.subarray(at)];
    size -= at;
  }
  yield frame(Buffer.concat(waiting), true);
}

/** The contents of a file's frames, from `position` on. Throws unless they are exactly what was sealed, complete and with nothing after it. */
export async function* unframed(file: FileHandle, path: string, position: number, seal: Seal): AsyncGenerator<Buffer> {
  for (let at = position; ; ) {
    const head = await readAt(file, at, 4);
    if (head.length < 4) throw truncated(path);
    const last = head.readUInt32BE() >= LAST;
    const length = head.readUInt32BE() % LAST;
    if (length < seal.overhead || length > FRAME + seal.overhead) throw damaged(path);
    const sealed = await readAt(file, at + 4, length);
    if (sealed.length < length) throw truncated(path);
    const data = seal.open(sealed, last);
    if (!data) throw damaged(path);
    if (data.length > 0) yield data;
    at += 4 + length;
    if (!last) continue;
    if ((await readAt(file, at, 1)).length > 0) throw damaged(path);
    return;
  }
}
