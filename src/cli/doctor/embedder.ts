import type { Config } from '../../config/config.js';
import { withoutSecrets } from '../../config/redact.js';
import { modelStatus } from '../../embedding/models/install.js';
import { OpenAiEmbedder } from '../../embedding/openai.js';
import { sentence } from '../failure.js';
import { bad, type CheckResult, good } from './check.js';

async function checkLocal({ model, modelDir, modelCache }: Config): Promise<CheckResult> {
  const { installed, folder, detail } = await modelStatus(model, { modelDir, cacheDir: modelCache });
  if (installed) return good('model', `${model} is installed in ${folder}`);
  const advice = `Run: recollect model install ${model} (a running service downloads it automatically).`;
  return bad('model', `${model} is not installed in ${folder}: ${detail}`, advice);
}

async function checkEndpoint(config: Config): Promise<CheckResult> {
  const { embeddingsUrl: url = '', embeddingsModel: apiModel, openaiApiKey: apiKey } = config;
  const place = `${apiModel} at ${withoutSecrets(url) ?? 'RECOLLECT_EMBEDDINGS_URL'}`;
  const embedder = new OpenAiEmbedder({ url, apiModel, apiKey });
  try {
    const [embedded] = await embedder.embed(['Does this endpoint respond?'], 'query');
    return good('model', `${place} returns ${embedded?.vectors[0]?.length} dimensions`);
  } catch (error) {
    const advice = 'Check RECOLLECT_EMBEDDINGS_URL, RECOLLECT_EMBEDDINGS_MODEL and OPENAI_API_KEY.';
    return bad('model', `${place} returns no embedding: ${sentence(error)}`, advice);
  } finally {
    await embedder.close();
  }
}

export async function checkEmbedder(config: Config): Promise<CheckResult> {
  if (config.embedder === 'none') return good('model', 'none: search by meaning is switched off');
  return config.embedder === 'local' ? checkLocal(config) : checkEndpoint(config);
}
