import type { ModelTests } from '@docwright/contract';
import { createHttpClient } from '../platform/http-client/index.ts';
import { listInstallationModelHosts } from './list-installation-model-hosts.ts';
import { toModelChain } from './model-names.ts';
import { tryModel } from './models.ts';
import type { Settings } from './settings.ts';

/** Tries the installation's models, or another one of the same provider; no service and no database is needed. */
export async function testInstallationModels(
  settings: Settings,
  request: { readonly model: string | undefined; readonly signal: AbortSignal },
): Promise<ModelTests> {
  const chain = toModelChain(request.model ?? settings.model, settings);
  const http = createHttpClient({
    allowedPrivateHosts: listInstallationModelHosts(settings, chain),
    userAgent: 'docwright',
  });
  try {
    const models: ModelTests['models'] = [];
    for (const model of request.model === undefined ? chain : chain.slice(0, 1)) {
      models.push({ model: `${model.provider}/${model.model}`, ...(await tryModel(model, { http }, request.signal)) });
    }
    return { works: models.every(({ works }) => works), models };
  } finally {
    await http.close();
  }
}
