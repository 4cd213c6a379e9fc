import type { CallResponse, TestService } from '../../../test/support/service.js';

interface Node {
  id: string;
  depth: number;
  content: string;
  content_cut: boolean;
  superseded_by: string | null;
}
interface Edge {
  id: string;
  from: string;
  to: string;
  relationship: string;
  weight: number;
  automatic: boolean;
}

/** The calls of these tests, made with one key. */
export function graphOf(service: TestService, key: string) {
  const tryExplore = (id: string, query: Record<string, string | number> = {}): Promise<CallResponse> =>
    service.call('GET', '/memory/graph/explore', { key, query: { id, ...query } });
  return {
    tryExplore,
    store: async (content: string, more: object = {}): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body.id,
    link: (from: string, to: string, relationship = 'related_to', more: object = {}) =>
      service.call('POST', '/memory/graph/link', { key, body: { from, to, relationship, ...more } }),
    unlink: (id: string) => service.call('DELETE', `/memory/graph/link/${id}`, { key }),
    forget: (id: string) => service.call('DELETE', '/memory/forget', { key, query: { id } }),
    explore: async (id: string, query: Record<string, string | number> = {}) =>
      (await tryExplore(id, query)).body as { nodes: Node[]; edges: Edge[]; truncated: boolean; start: string },
  };
}

/** `from>to relationship`, sorted; a name for each id makes them readable. */
export const edgesAs = (edges: readonly Edge[], names: Record<string, string>) =>
  edges
    .map(({ from, to, relationship, automatic }) =>
      [names[from], automatic ? '=' : '-', relationship, names[to]].join(' '),
    )
    .sort();
