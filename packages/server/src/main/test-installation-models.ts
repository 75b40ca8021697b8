import type { ModelTests } from '@docwright/contract';
import { createHttpClient } from '../platform/http-client/index.ts';
import { listInstallationModelHosts } from './list-installation-model-hosts.ts';
import { toEmbeddingModel, toModelChain } from './model-names.ts';
import { tryEmbedding, tryModel } from './models.ts';
import type { Settings } from './settings/settings.ts';

/** Tests the installation's models, or another model, without a service or a database. */
export async function testInstallationModels(
  settings: Settings,
  request: { readonly model: string | undefined; readonly signal: AbortSignal },
): Promise<ModelTests> {
  const chain = toModelChain(request.model ?? settings.model, settings);
  const embedding = request.model === undefined ? toEmbeddingModel(settings) : undefined;
  const asked = embedding === undefined ? chain : [...chain, embedding];
  const http = createHttpClient({
    allowedPrivateHosts: listInstallationModelHosts(settings, asked),
    userAgent: 'docwright',
  });
  try {
    const models: ModelTests['models'] = [];
    for (const model of request.model === undefined ? chain : chain.slice(0, 1)) {
      models.push({ model: `${model.provider}/${model.model}`, ...(await tryModel(model, { http }, request.signal)) });
    }
    if (embedding !== undefined)
      models.push({
        model: `${embedding.provider}/${embedding.model}`,
        ...(await tryEmbedding(embedding, { http }, request.signal)),
      });
    return { works: models.every(({ works }) => works), models };
  } finally {
    await http.close();
  }
}
