import { text } from 'node:stream/consumers';
import { queryOf } from '../adapters/query.js';
import { environment } from '../config/env.js';
import { EXIT, Failure } from './failure.js';
import { coloursFor } from './output/terminal.js';
import { asked, clientOf, print, printJson } from './remote/client.js';
import type { RemoteOptions } from './remote/remote.js';

export interface MemoryOptions extends RemoteOptions {
  userId: string;
  agentId?: string;
  json?: boolean;
}

const whose = ({ userId, agentId }: MemoryOptions) => ({ user_id: userId, agent_id: agentId });
const countOf = (name: string, text: string | undefined) => {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Failure(`${name} must be a whole number.`);
  return Number(text);
};

/** How likely a memory answers the question; a dash if it was not read with the question. */
const percent = (share: number | null | undefined) =>
  (share == null ? '–' : `${Math.round(100 * share)} %`).padStart(5);

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** `-` reads the text from standard input. */
export async function storeCommand(content: string, options: MemoryOptions & { tags?: string }): Promise<number> {
  const given = content === '-' ? (await text(process.stdin)).trim() : content;
  const tags = options.tags ? { tags: tagsIn(options.tags) } : {};
  const stored = await asked(clientOf(options).memory.store({ ...whose(options), ...tags, content: given }));
  if (options.json) printJson(stored);
  else print(`${stored.id} ${stored.duplicate ? '(already existed)' : stored.status}`);
  return EXIT.ok;
}

const UNSURE = 'None of this seems to answer the question.';

export async function searchCommand(question: string, options: MemoryOptions & { limit?: string }): Promise<number> {
  const limit = countOf('--limit', options.limit);
  const input = { ...whose(options), q: queryOf(question), ranking: 'hybrid' as const, limit };
  const response = await asked(clientOf(options).memory.retrieve(input));
  if (options.json) printJson(response);
  else {
    const colours = coloursFor(process.stdout, environment());
    for (const { relevance, content, id } of response.results)
      print(`${percent(relevance)}  ${content.replaceAll(/\s+/g, ' ')}  ${colours.dim(id)}`);
    if (response.count === 0) print('Nothing found.');
    else if (response.abstained) print(colours.dim(UNSURE));
  }
  return EXIT.ok;
}

export async function contextCommand(
  question: string | undefined,
  options: MemoryOptions & { q?: string; maxTokens?: string },
): Promise<number> {
  const max_tokens = countOf('--max-tokens', options.maxTokens);
  const q = queryOf(question ?? options.q ?? '') || undefined;
  const response = await asked(clientOf(options).memory.context({ ...whose(options), q, max_tokens }));
  if (options.json) printJson(response);
  else {
    print(response.context);
    // Not on standard output: whoever pipes the context into a prompt wants nothing else there.
    if (response.abstained) process.stderr.write(`${response.context ? UNSURE : 'Nothing found.'}\n`);
  }
  return EXIT.ok;
}
