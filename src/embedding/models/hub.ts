import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelFile } from './manifest.js';
import { accept, type FetchRequest } from './source.js';

const HUB_URL = 'https://huggingface.co';
// Milliseconds until the first byte, and between two chunks of the body.
const RESPONSE_TIMEOUT = 5_000;
const SILENCE_TIMEOUT = 30_000;

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;

/** Aborts if `touch` was not called for the given time. */
function watchdog(outer?: AbortSignal) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const touch = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error(`no response for ${ms / 1_000} s`)), ms);
  };
  const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
  return { signal, touch, stop: () => clearTimeout(timer) };
}

function startOf(response: Response, have: number): number {
  if (response.status === 200) return 0;
  const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
  if (response.status === 206 && Number(range?.[1]) === have) return have;
  throw new Error(`the hub returned ${response.status}`);
}

async function download(url: string, part: string, file: ModelFile, request: FetchRequest): Promise<void> {
  const have = await sizeOf(part);
  if (have >= file.bytes) return;
  const watch = watchdog(request.signal);
  try {
    watch.touch(RESPONSE_TIMEOUT);
    const response = await fetch(url, {
      signal: watch.signal,
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
    });
    if (response.status === 416) await rm(part, { force: true }); // what is kept cannot be a part of this file
    let received = startOf(response, have);
    if (!response.body) throw new Error('the hub returned no body');
    const report = () => request.onProgress({ file: file.path, received, total: file.bytes, source: 'hub' });
    report();
    const handle = await open(part, received > 0 ? 'a' : 'w');
    try {
      // Written chunk by chunk rather than piped: what arrived before the connection broke is then on disk.
      for await (const chunk of response.body) {
        watch.touch(SILENCE_TIMEOUT);
        if (received + chunk.length > file.bytes)
          throw new Error(`${file.path} is larger than expected and was rejected`);
        await handle.write(chunk);
        received += chunk.length;
        report();
      }
    } finally {
      await handle.close();
    }
    if (received < file.bytes) throw new Error(`${file.path} was cut off`);
  } finally {
    watch.stop();
  }
}

async function fetchFile(url: string, file: ModelFile, request: FetchRequest): Promise<void> {
  const target = join(request.folder, file.path);
  const part = `${target}.part`; // kept if the connection breaks: the next attempt resumes from there
  await mkdir(dirname(target), { recursive: true });
  const resumed = (await sizeOf(part)) > 0;
  try {
    await download(url, part, file, request);
    await accept(part, target, file);
  } catch (error) {
    const broken = (await sizeOf(part)) === 0 || (await sizeOf(part)) >= file.bytes;
    if (!resumed || request.signal?.aborted || !broken) throw error;
    await rm(part, { force: true }); // the kept part was bad: start over
    await download(url, part, file, request);
    await accept(part, target, file);
  }
}

/** Downloads the wanted files from the model hub; a broken download resumes where it stopped. */
export async function fetchFromHub(request: FetchRequest, hubUrl = HUB_URL): Promise<void> {
  for (const file of request.wanted)
    await fetchFile(`${hubUrl}/${request.model.from?.hubRepo}/resolve/main/${file.path}`, file, request);
}
