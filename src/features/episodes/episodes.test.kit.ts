import type { CallResponse, TestService } from '../../../test/support/service.js';

export const TALK = [
  'Ann: Hi Bob, how are you?',
  "Bob: I'm fine. I want to sell my old car before I move to Oslo.",
  'Ann: How much do you want for the car?',
  'Bob: I think 4,000 euros. The car has new tyres.',
  'Ann: My brother needs a car, I will ask him about your car tonight.',
  'Bob: Thank you very much!',
];

/** The calls of these tests, made with one key. */
export function episodesOf(service: TestService, key: string) {
  const post = (path: string, body: object) => service.call('POST', `/memory/episodes/${path}`, { key, body });
  const tryList = (query: Record<string, string | number> = {}): Promise<CallResponse> =>
    service.call('GET', '/memory/episodes', { key, query });
  const start = async (body: object = {}): Promise<string> =>
    (await post('start', { agent_id: 'helper', user_id: 'ann', ...body })).body.id;
  const append = async (episode_id: string, content: string, more: object = {}) =>
    (await post('event', { episode_id, content, ...more })).body;
  return {
    tryStart: (body: object) => post('start', body),
    tryAppend: (body: object) => post('event', body),
    tryEnd: (body: object) => post('end', body),
    tryList,
    start,
    append,
    end: async (episode_id: string, more: object = {}) => (await post('end', { episode_id, ...more })).body,
    list: async (query: Record<string, string | number> = {}) => (await tryList(query)).body,
    /** A closed episode with these texts. */
    closed: async (texts: readonly string[], body: object = {}) => {
      const id = await start(body);
      const events: string[] = [];
      for (const text of texts) events.push((await append(id, text)).id);
      return { id, events, ended: (await post('end', { episode_id: id })).body };
    },
    find: async (q: string, query: Record<string, string | number> = {}) =>
      (await service.call('GET', '/memory/retrieve', { key, query: { q, user_id: 'ann', ...query } })).body.results,
    memory: async (id: string) => service.call('GET', `/memory/${id}`, { key }),
    forget: async (query: Record<string, string>) => service.call('DELETE', '/memory/forget', { key, query }),
  };
}
