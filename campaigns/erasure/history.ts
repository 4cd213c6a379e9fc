import assert from 'node:assert/strict';
import { seededRandom } from '../../test/support/memories.js';
import type { TestService } from '../../test/support/service.js';

/** Every text of a user who will be erased is built from this, so that even a few leftover bytes are found. */
export const CANARY = 'KnryQ7';
const STAYING = 'plain';
const LONGEST = 9_000;
const USERS = ['ann', 'bob', 'cleo', 'dan'];
/** The users who are erased or forgotten at the end. */
const LEAVING = ['ann', 'cleo'];

/**
 * A random history of interleaved users: short and long texts, changes, forgetting, all kinds of records. It makes pages split and merge, so that
 * rows move within the file.
 */
export async function live(service: TestService, key: string, seed: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const known = new Map(USERS.map((user) => [user, [] as string[]]));
  let count = 0;
  const text = (user: string, longest = LONGEST) => {
    const word = LEAVING.includes(user) ? CANARY : STAYING;
    const length = Math.ceil(random() ** 4 * longest);
    return `${word}${count++} ${`${word} `.repeat(Math.ceil(length / word.length))}`
      .slice(0, Math.max(20, length))
      .trim();
  };
  const send = async (method: string, path: string, body: object) => {
    const response = await service.call(method, path, { key, body });
    assert.ok(response.status < 300 || response.status === 404, `${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const rich = (user: string) => ({
    user_id: user,
    metadata: { note: text(user, 2_000), [text(user, 60).replaceAll(' ', '')]: 1 },
    tags: [text(user, 40).slice(0, 40)],
  });
  const store = async (user: string, more: object = {}) => {
    const { id } = await send('POST', '/memory/store', { user_id: user, content: text(user), dedupe: false, ...more });
    known.get(user)?.push(id);
  };
  const forget = async (user: string) => {
    const ids = known.get(user) ?? [];
    const [id] = ids.splice(Math.floor(random() * ids.length), 1);
    if (id) await service.call('DELETE', '/memory/forget', { key, query: { id } });
  };
  const change = async (user: string) => {
    const id = pick(known.get(user) ?? []);
    const body = random() < 0.7 ? { content: text(user) } : { metadata: { note: text(user, 3_000) } };
    if (id) await send('PATCH', `/memory/${id}`, body);
  };
  const episode = async (user: string) => {
    const { id } = await send('POST', '/memory/episodes/start', {
      user_id: user,
      agent_id: 'a',
      title: text(user, 150),
    });
    for (let i = 0; i < 3; i++)
      await send('POST', '/memory/episodes/event', { episode_id: id, content: text(user), type: 'note' });
    await send('POST', '/memory/episodes/end', { episode_id: id, summary: text(user, 500) });
  };
  const procedure = (user: string) =>
    send('POST', '/memory/procedures', {
      ...{ user_id: user, agent_id: 'a', name: `${text(user, 30)} ${pick([1, 2, 3])}`, description: text(user, 800) },
      steps: [text(user, 500), text(user, 500)],
    });
  const working = (user: string) =>
    send('POST', '/memory/working', {
      user_id: user,
      agent_id: 'a',
      session_id: `${user} s`,
      content: { thought: text(user, 2_000) },
    });
  const emotional = (user: string) =>
    send('POST', '/memory/emotional', { user_id: user, agent_id: 'a', text: text(user, 1_000), note: text(user, 300) });
  const batch = (user: string) =>
    send('POST', '/memory/batch', {
      memories: Array.from({ length: 8 }, () => ({ ...rich(user), content: text(user) })),
    });
  const plain = [store, store, store, store, forget, forget, change, change, change];
  const acts = [
    ...plain,
    ...plain,
    (user: string) => store(user, rich(user)),
    episode,
    procedure,
    working,
    emotional,
    batch,
  ];
  for (let i = 0; i < steps; i++) await pick(acts)(pick(USERS));
}

/** Removes the users, one by erasure and one by forgetting; calls `advance`, then runs the jobs of the store. */
export async function leave(
  service: TestService,
  key: string,
  advance: () => Promise<void>,
): Promise<{ receipt: { id: string } }> {
  const [erased, forgotten] = LEAVING as [string, string];
  const { body } = await service.call('DELETE', `/users/${erased}/memories`, { key });
  await service.call('DELETE', '/memory/forget', { key, query: { user_id: forgotten } });
  await advance();
  await service.jobs.runDue();
  return body;
}
