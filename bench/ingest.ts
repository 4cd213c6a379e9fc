/**
 * Recall over ingested conversations, compared with the same turns stored one by one, in one run.
 *   node dist/bench/ingest.js URL KEY CORPUS QUESTIONS [--max 200]
 * CORPUS and QUESTIONS are JSON lines, gzipped or not: `{corpus_id, memories: [{id, text, ts, session?}]}` and `{corpus_id, query, relevant_ids}`. A
 * text that begins with "Name: " is said by Name. A statement counts as the turns that it was derived from. The key must be `pro`, the rate limit
 * off.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sourcesOf } from '../src/features/memories/reading/sources.js';
import { option } from './support.js';

interface Memory {
  id: string;
  text: string;
  ts?: string;
  session?: string;
}
interface Corpus {
  corpus_id: string;
  memories: Memory[];
}
interface Question {
  corpus_id: string;
  query: string;
  relevant_ids?: string[];
}
interface Found {
  id: string;
  metadata: Record<string, unknown>;
}

const [url = '', key = '', corpusFile = '', questionFile = ''] = process.argv.slice(2);
const most = option('max', Number.POSITIVE_INFINITY);
const PART = 100;
const SPEAKER = /^([^\s:][^:\n]{0,38}):\s+(?=\S)/;
/** How many texts must begin with a name before it counts as a speaker's. */
const SPEAKS = 3;
const DEPTHS = [1, 3, 5, 10];

function lines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Names that several texts begin with: those of speakers, not the subject of a single note. */
function speakersOf({ memories }: Corpus): Set<string> {
  const times = new Map<string, number>();
  for (const { text } of memories) {
    const name = SPEAKER.exec(text)?.[1];
    if (name) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return new Set([...times].filter(([, count]) => count >= SPEAKS).map(([name]) => name));
}

/** Maps ids of the service to ids of the corpus. */
async function stored({ corpus_id, memories }: Corpus): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let i = 0; i < memories.length; i += PART) {
    const part = memories.slice(i, i + PART);
    const entries = part.map(({ text, ts }) => ({
      ...{ user_id: `raw ${corpus_id}`, content: text, dedupe: false },
      ...(ts ? { valid_from: ts } : {}),
    }));
    const response = await call<{ results: { id: string }[] }>('POST', '/memory/batch', { memories: entries });
    for (const [at, { id }] of response.results.entries()) ids.set(id, part[at]?.id ?? '');
  }
  return ids;
}

async function ingested(corpus: Corpus): Promise<Map<string, string>> {
  const { corpus_id, memories } = corpus;
  const ids = new Map<string, string>();
  const speakers = speakersOf(corpus);
  for (const session of new Set(memories.map((memory) => memory.session ?? ''))) {
    const turns = memories.filter((memory) => (memory.session ?? '') === session);
    for (let i = 0; i < turns.length; i += PART) {
      const part = turns.slice(i, i + PART);
      const messages = part.map(({ text, ts }) => {
        const begins = SPEAKER.exec(text)?.[1];
        const name = begins && speakers.has(begins) ? begins : undefined;
        const content = name ? text.slice((SPEAKER.exec(text)?.[0] ?? '').length) : text;
        return { role: 'user', content, ...(name ? { name } : {}), ...(ts ? { created_at: ts } : {}) };
      });
      const where = { user_id: `ingested ${corpus_id}`, session_id: session || 'all', position: i };
      const response = await call<{ turns: { id: string }[] }>('POST', '/memory/ingest', { ...where, messages });
      for (const [at, { id }] of response.turns.entries()) ids.set(id, part[at]?.id ?? '');
    }
  }
  return ids;
}

/** Resolves when nothing was added for a while and everything is embedded. */
async function waitForJobs(): Promise<void> {
  let before = -1;
  for (let quiet = 0; quiet < 4; ) {
    await pause(2_000);
    const { backlog } = (await call<{ checks: { embedder: { backlog: number } } }>('GET', '/health')).checks.embedder;
    const { used } = await call<{ used: number }>('GET', '/usage');
    quiet = backlog === 0 && used === before ? quiet + 1 : 0;
    before = used;
  }
}

const corpora = lines<Corpus>(corpusFile);
const ids = new Map<string, string>();
for (const corpus of corpora) {
  for (const [id, own] of await stored(corpus)) ids.set(id, own);
  for (const [id, own] of await ingested(corpus)) ids.set(id, own);
}
await waitForJobs();
const questions = lines<Question>(questionFile)
  .filter(({ relevant_ids }) => relevant_ids?.length)
  .slice(0, most);
for (const way of ['raw', 'ingested']) {
  const hits = DEPTHS.map(() => 0);
  for (const { corpus_id, query, relevant_ids = [] } of questions) {
    const asked = new URLSearchParams({ q: query, user_id: `${way} ${corpus_id}`, limit: '30', ranking: 'hybrid' });
    const { results } = await call<{ results: Found[] }>('GET', `/memory/retrieve?${asked}`);
    const found = results.map(({ id, metadata }) => [id, ...sourcesOf(metadata)].flatMap((one) => ids.get(one) ?? []));
    for (const [at, depth] of DEPTHS.entries()) {
      const seen = new Set(found.slice(0, depth).flat());
      if (relevant_ids.some((id) => seen.has(id))) hits[at] = (hits[at] ?? 0) + 1;
    }
  }
  const shares = DEPTHS.map((depth, at) => `@${depth} ${((100 * (hits[at] ?? 0)) / questions.length).toFixed(1)}`);
  console.log(`${way}: ${shares.join('  ')} (${questions.length} questions)`);
}
