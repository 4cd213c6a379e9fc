import { parentPort } from 'node:worker_threads';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';

/** A thread of its own: what makes the load must not slow the vectors down. */
const endpoint = await new EmbeddingEndpoint().start();
parentPort?.postMessage(endpoint.url);
