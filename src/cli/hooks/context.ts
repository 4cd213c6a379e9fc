import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join } from 'node:path';
import { connectionTo } from '../remote/service-fetch.js';
import { hashOf } from './session.js';
import { type HookSettings, readJson } from './settings.js';

/** A copy is valid for a day: what has been forgotten since must not come back for long. */
const KEPT_MS = 86_400_000;

/** What is known about the project and its user, as text for the start of a session. */
export async function fetchContext(settings: HookSettings, project: string, ms: number): Promise<string> {
  const about = `The project ${project}: decisions, conventions, preferences, open work`;
  const half = Math.max(100, Math.floor(settings.maxTokens / 2));
  const [ofProject, ofUser] = await Promise.all([
    ask(settings, { q: about, max_tokens: String(half) }, ms),
    ask(settings, { max_tokens: String(half) }, ms),
  ]);
  return merged(ofProject.trim(), ofUser.trim());
}

/** Merges both: each memory once, between the lines that mark where memories begin and end. */
function merged(first: string, second: string): string {
  if (first === '' || second === '') return first || second;
  const lines = first.split('\n');
  const more = second.split('\n').filter((line) => !lines.includes(line));
  const isFramed = lines.length > 1 && lines.at(-1) === second.split('\n').at(-1);
  return [...lines.slice(0, isFramed ? -1 : lines.length), ...more, ...(isFramed ? lines.slice(-1) : [])].join('\n');
}

/** Not fetch: loading it takes longer than the call. */
function ask(settings: HookSettings, query: Record<string, string>, ms: number): Promise<string> {
  const { url, key, userId, namespace } = settings;
  const scope = { user_id: userId, ...(namespace === undefined ? {} : { namespace }) };
  const address = new URL(`${url}/memory/context?${new URLSearchParams({ ...scope, ...query })}`);
  const start = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const request = start(address, { headers, signal: AbortSignal.timeout(ms), ...connectionTo(address) });
    request.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject).on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`The service returned ${response.statusCode}`));
        try {
          resolve(String(JSON.parse(text).context ?? ''));
        } catch (error) {
          reject(error);
        }
      });
    });
    request.end();
  });
}

/** Contexts of earlier sessions, for when the service is slow or unavailable. */
export class ContextCopies {
  readonly #folder: string;
  readonly #whose: string;

  constructor({ folder, url, userId, namespace }: HookSettings) {
    this.#folder = join(folder, 'context');
    this.#whose = JSON.stringify([url, userId, namespace]);
  }

  #file(project: string): string {
    return join(this.#folder, `${hashOf(`${this.#whose} ${project}`)}.json`);
  }

  read(project: string): string {
    const file = this.#file(project);
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (written < Date.now() - KEPT_MS) return '';
    return (readJson(file) as { text?: string } | undefined)?.text ?? '';
  }

  write(project: string, text: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(project);
    writeFileSync(`${file}.part`, JSON.stringify({ text }), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
}
