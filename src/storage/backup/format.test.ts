import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { placeFor, removeOld } from './destination.js';
import { type Content, openBackup, readThrough, writeBackup } from './file.js';
import { framed, unframed } from './frames.js';
import { type BackupHeader, encodeHeader, readHeader } from './header.js';
import type { Part } from './parts.js';
import { checksums, encrypting, type Seal } from './seal.js';

const PASSPHRASE = 'correct horse battery staple';
const signal = new AbortController().signal;

async function* of<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}
const contentOf = (parts: Record<string, Buffer[]>, header: Partial<BackupHeader> = {}): Content => ({
  header: {
    ...{ version: '0.1.0', engine: 'sqlite', schema_version: 1, model: null, database: 'a' },
    created_at: new Date(0).toISOString(),
    ...header,
  },
  parts: of(...Object.entries(parts).map(([name, chunks]): Part => ({ name, data: of(...chunks) }))),
  end: async () => ({ rows: { memories: 7 } }),
});

describe('the file of a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-format-'));
  after(() => rmSync(folder, { recursive: true }));
  let files = 0;
  const write = async (content: Content, passphrase: string | null = null) => {
    const path = join(folder, `${files++}`);
    await writeBackup(path, content, { passphrase, signal, onBytes() {} });
    return path;
  };
  const read = async (path: string, passphrase: string | null = null) => {
    const backup = await openBackup(path, passphrase);
    try {
      const found: Record<string, Buffer> = {};
      for await (const { name, data } of backup.parts) {
        const chunks: Buffer[] = [];
        for await (const chunk of data) chunks.push(chunk);
        found[name] = Buffer.concat(chunks);
      }
      return { found, end: backup.parts.end };
    } finally {
      await backup.close();
    }
  };

  for (const passphrase of [null, PASSPHRASE]) {
    it(`returns what was put into it, ${passphrase ? 'encrypted' : 'in clear'}`, async () => {
      const large = randomBytes(5_000_000);
      const parts = {
        empty: [],
        small: [Buffer.from('Ann lives'), Buffer.from(' in Lisbon')],
        large: [large, Buffer.from('end')],
      };
      const path = await write(contentOf(parts), passphrase);
      const { found, end } = await read(path, passphrase);
      assert.deepEqual(Object.keys(found), ['empty', 'small', 'large']);
      assert.equal(found.empty?.length, 0);
      assert.equal(found.small?.toString(), 'Ann lives in Lisbon');
      assert.ok(found.large?.equals(Buffer.concat([large, Buffer.from('end')])));
      assert.deepEqual(end, { rows: { memories: 7 } });
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      if (passphrase) assert.equal((await readFile(path)).includes('Lisbon'), false);
    });
  }

  it('is rejected with a reason if it is not a backup, is newer, or the passphrase is missing, wrong or not needed', async () => {
    const plain = await write(contentOf({ a: [Buffer.from('a')] }));
    const secret = await write(contentOf({ a: [Buffer.from('a')] }), PASSPHRASE);
    await assert.rejects(read(plain, PASSPHRASE), /is not encrypted: leave out the passphrase/);
    await assert.rejects(
      read(secret),
      /is encrypted: give its passphrase with --passphrase-file or RECOLLECT_BACKUP_PASS/,
    );
    await assert.rejects(read(secret, `${PASSPHRASE} `), /The passphrase does not match/);
    await assert.rejects(read(folder), /is a folder/);
    await assert.rejects(read(join(folder, 'none')), /cannot be read \(ENOENT\)/);
    const other = join(folder, 'other');
    await writeFile(other, 'SQLite format 3');
    await assert.rejects(read(other), /is not a backup of Recollect/);
    const file = await open(plain);
    const { header, bytes } = await readHeader(file, plain);
    const rest = (await readFile(plain)).subarray(bytes.length);
    await file.close();
    for (const [change, expected] of [
      [
        { schema_version: 9_999, version: '7.0.0' },
        /made by Recollect 7\.0\.0 \(schema version 9999; this release knows up to \d+\)/,
      ],
      [{ format: 2 }, /\(format 2; this release knows up to 1\)/],
      [{ created_at: 'later' }, /damaged/],
    ] as [Partial<BackupHeader>, RegExp][]) {
      await writeFile(other, Buffer.concat([encodeHeader({ ...header, ...change }), rest]));
      await assert.rejects(read(other), expected);
    }
  });

  it('is refused as a whole if a byte is changed or missing anywhere, or something follows', async () => {
    const path = await write(contentOf({ a: [randomBytes(3_000)], b: [Buffer.from('b'.repeat(5_000))] }));
    const bytes = await readFile(path);
    const bad = join(folder, 'bad');
    const isRefused = async (changed: Buffer, what: string) => {
      await writeFile(bad, changed);
      await assert.rejects(read(bad), /truncated|damaged|not a backup|made by|encrypted/, what);
    };
    for (let i = 0; i < bytes.length; i += 13) {
      const flipped = Buffer.from(bytes);
      flipped[i] = (flipped[i] as number) ^ 1;
      await isRefused(flipped, `byte ${i} flipped`);
      await isRefused(bytes.subarray(0, i), `ends at ${i}`);
    }
    await isRefused(bytes.subarray(0, -1), 'the last byte missing');
    await isRefused(Buffer.concat([bytes, Buffer.from([0])]), 'a byte more');
    assert.equal((await read(path)).end?.rows.memories, 7, 'the original is whole');
  });

  for (const [name, seal] of [
    ['checksums', (head: Buffer) => checksums(head)],
    ['encryption', (head: Buffer) => encrypting(Buffer.alloc(32, 7), head)],
  ] as [string, (head: Buffer) => Seal][]) {
    it(`detects frames that are swapped, missing or of another header: ${name}`, async () => {
      const head = Buffer.from('head');
      const frames: Buffer[] = [];
      for await (const frame of framed(of(randomBytes(2_500_000)), seal(head))) frames.push(frame);
      assert.equal(frames.length, 3);
      const path = join(folder, 'frames');
      const contents = async (given: Buffer[], header = head) => {
        await writeFile(path, Buffer.concat(given));
        const file = await open(path);
        try {
          let size = 0;
          for await (const chunk of unframed(file, path, 0, seal(header))) size += chunk.length;
          return size;
        } finally {
          await file.close();
        }
      };
      const [a, b, c] = frames as [Buffer, Buffer, Buffer];
      assert.equal(await contents([a, b, c]), 2_500_000);
      await assert.rejects(contents([b, a, c]), /damaged/);
      await assert.rejects(contents([a, c]), /damaged/);
      await assert.rejects(contents([a, b]), /truncated/);
      await assert.rejects(contents([a, b, c], Buffer.from('other')), /damaged/);
      const ended = Buffer.from(a);
      ended[0] = (ended[0] as number) | 0x80; // claims to be the last frame
      await assert.rejects(contents([ended]), /damaged/);
    });
  }

  it('leaves nothing behind if its source fails or it is stopped', async () => {
    const failing: Content = {
      ...contentOf({}),
      parts: of({
        name: 'a',
        data: (async function* () {
          yield Buffer.from('a');
          throw new Error('the disk fails');
        })(),
      }),
    };
    const before = await readdir(folder);
    await assert.rejects(write(failing), /the disk fails/);
    const stop = new AbortController();
    const stopped = writeBackup(
      join(folder, 'stopped'),
      contentOf({ a: [randomBytes(2_000_000), randomBytes(2_000_000)] }),
      { passphrase: null, signal: stop.signal, onBytes: () => stop.abort() },
    );
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.deepEqual(await readdir(folder), before);
  });

  it('is read to its end', async () => {
    const backup = await openBackup(await write(contentOf({ a: [Buffer.from('a')], b: [] })), null);
    assert.deepEqual(await readThrough(backup), { parts: 2, end: { rows: { memories: 7 } } });
    await backup.close();
  });
});

describe('a folder of backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-shelf-'));
  after(() => rmSync(folder, { recursive: true }));

  it('keeps the newest of a database and whatever is not one of its backups', async () => {
    const make = async (time: string, database: string) => {
      const { path } = await placeFor(folder, new Date(time));
      const content = contentOf({ a: [] }, { database, created_at: time });
      await writeBackup(path, content, { passphrase: null, signal, onBytes() {} });
      return path.slice(folder.length + 1);
    };
    const ours: string[] = [];
    for (const day of [1, 2, 3, 4]) ours.push(await make(`2026-01-0${day}T10:00:00.000Z`, 'a'));
    const theirs = await make('2025-01-01T10:00:00.000Z', 'b');
    assert.equal(ours[0], 'recollect-20260101T100000000Z.backup');
    const others = ['notes.txt', 'recollect-20200101T100000000Z.backup', 'recollect-old.backup'];
    for (const name of others) await writeFile(join(folder, name), 'not a backup');
    const abandoned = `${ours[0]}.77.part`;
    const fresh = `${ours[0]}.78.part`;
    for (const name of [abandoned, fresh]) await writeFile(join(folder, name), '');
    await utimes(join(folder, abandoned), 1, 1);
    assert.deepEqual(await removeOld(folder, 2, 'a'), [ours[1], ours[0]]);
    assert.deepEqual((await readdir(folder)).sort(), [...ours.slice(2), theirs, ...others, fresh].sort());
  });

  it('a file is replaced only if it is a backup, and its folder must exist', async () => {
    const other = join(folder, 'notes.txt');
    await assert.rejects(placeFor(other), /notes\.txt exists and is not a backup of Recollect: choose another name/);
    await assert.rejects(placeFor(join(folder, 'none', 'file')), /none does not exist: create it first/);
    const backup = join(folder, (await readdir(folder)).find((name) => name.includes('20260104')) ?? '');
    assert.equal((await placeFor(backup)).path, backup);
    assert.equal((await placeFor(join(folder, 'new'))).folder, null);
    assert.equal((await placeFor(`${join(folder, 'made')}/`)).folder, join(folder, 'made'));
  });
});
