import assert from 'node:assert/strict';
import type { TestService } from '../../../test/support/service.js';
import type { MatchedProcedure } from './sql/match.js';

export const REFUND = {
  agent_id: 'shop',
  name: 'Refund an order',
  trigger: 'customer wants money back\nreturn shoes for a refund',
  steps: ['Look the order up', 'Refund the card'],
};
export const WEATHER = {
  agent_id: 'shop',
  name: 'Tell the weather',
  trigger: 'will it rain tomorrow\nweather forecast today',
  steps: ['Ask the weather service', 'Read it out'],
};

/** The procedure calls, made with one key; the short forms assert success. */
export function proceduresOf(service: TestService, key: string) {
  const tryStore = (body: object) => service.call('POST', '/memory/procedures', { key, body });
  const report = (id: string, outcome: string) =>
    service.call('POST', `/memory/procedures/${id}/outcome`, { key, body: { outcome } });
  return {
    tryStore,
    report,
    async store(body: object) {
      const response = await tryStore(body);
      assert.equal(response.status, 201, JSON.stringify(response.body));
      return response.body;
    },
    async match(q: string, more: Record<string, string | number> = {}) {
      const { status, body } = await service.call('GET', '/memory/procedures/match', { key, query: { q, ...more } });
      assert.equal(status, 200, JSON.stringify(body));
      const procedures = body.procedures as MatchedProcedure[];
      return {
        semantic: body.semantic as boolean,
        count: body.count as number,
        procedures,
        names: procedures.map(({ name }) => name),
      };
    },
    get: (id: string) => service.call('GET', `/memory/procedures/${id}`, { key }),
    list: (query: Record<string, string | number> = {}) => service.call('GET', '/memory/procedures', { key, query }),
    forget: (query: Record<string, string>) => service.call('DELETE', '/memory/forget', { key, query }),
  };
}
