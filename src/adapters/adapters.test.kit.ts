import { after, before } from 'node:test';
import { startTestService, type TestOptions, type TestService } from '../../test/support/service.js';
import { type ClientOptions, Recollect } from '../client/index.js';

/** A service for the tests of one file, and clients whose keys see nothing of each other. */
export function withService(options: TestOptions = {}): { client(options?: ClientOptions): Promise<Recollect> } {
  let service: TestService;
  before(async () => {
    service = await startTestService('sqlite', options);
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
  });
  return {
    client: async (more = {}) => new Recollect({ url: service.url, key: (await service.mint()).key, ...more }),
  };
}
