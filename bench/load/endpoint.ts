import { parentPort } from 'node:worker_threads';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';

/** Its own thread: generating the load must not slow down the vectors. */
const endpoint = await new EmbeddingEndpoint().start();
parentPort?.postMessage(endpoint.url);
