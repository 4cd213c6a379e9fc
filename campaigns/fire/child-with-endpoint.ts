import { ChildService, freePort } from '../../test/support/child-service.js';
import { type EngineName, newPlace } from '../../test/support/databases.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';

/** A service in a process of its own, with an embedding endpoint that can be made to fail. */
export async function childWithEndpoint(engine: EngineName, env: Record<string, string> = {}) {
  const place = await newPlace(engine);
  const endpoint = await new EmbeddingEndpoint().start();
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: place.folder,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    RECOLLECT_EMBEDDER: 'openai',
    RECOLLECT_EMBEDDINGS_URL: endpoint.url,
    ...env,
  });
  const remove = async () => {
    await service.end('SIGTERM');
    await endpoint.stop();
    await place.remove();
  };
  return { endpoint, service, remove };
}
