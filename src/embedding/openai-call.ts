import { type Endpoint, EndpointFailure, postTo } from '../kernel/endpoint.js';
import { EmbeddingUnavailable } from './embedder.js';
import { type ApiAnswer, readAnswer } from './openai-answer.js';

export interface EmbeddingEndpoint extends Endpoint {
  apiModel: string;
}

/** One call with one retry, all within the time-out. */
export async function callEndpoint(endpoint: EmbeddingEndpoint, input: readonly string[]): Promise<ApiAnswer> {
  let body: unknown;
  try {
    body = await postTo(endpoint, '/embeddings', { model: endpoint.apiModel, input });
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error;
    throw new EmbeddingUnavailable(error.message, { cause: error.cause, textRefused: error.refused });
  }
  return readAnswer(body, input.length);
}
