import type { CallResponse, TestService } from '../../../test/support/service.js';

type Query = Record<string, string | number>;

/** The calls of these tests, made with one key. */
export function feelingsOf(service: TestService, key: string) {
  const get = (path: string, query: Query): Promise<CallResponse> => service.call('GET', path, { key, query });
  return {
    record: (body: object = {}): Promise<CallResponse> =>
      service.call('POST', '/memory/emotional', { key, body: { user_id: 'ann', agent_id: 'hers', ...body } }),
    list: (query: Query = {}) => get('/memory/emotional', query),
    profile: (query: Query = {}) => get('/memory/emotional/profile', { user_id: 'ann', ...query }),
  };
}
