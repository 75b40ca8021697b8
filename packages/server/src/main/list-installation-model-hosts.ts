import { toExactOrigin, isLoopback } from '../platform/http-client/index.ts';
import { findBaseUrl, type ModelSettings } from '../platform/models/model-settings.ts';
import { toEmbeddingModel, toModelChain } from './model-names.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Lists the private hosts that the installation's own models may use: the hosts that all models may use, and the
 * loopback addresses in its settings. The operator who writes the settings runs the machine; users who set a project's
 * models must not reach its loopback addresses.
 */
export function listInstallationModelHosts(
  settings: Settings,
  chain: readonly ModelSettings[] = listOwnModels(settings),
): readonly string[] {
  const own = chain.flatMap((model) => {
    const url = URL.parse(findBaseUrl(model));
    if (url === null || !isLoopback(url.hostname)) return [];
    const origin = toExactOrigin(url.origin);
    return origin === undefined ? [] : [origin];
  });
  return [...settings.privateModelHosts, ...own];
}

function listOwnModels(settings: Settings): readonly ModelSettings[] {
  const embedding = toEmbeddingModel(settings);
  return [...toModelChain(settings.model, settings), ...(embedding === undefined ? [] : [embedding])];
}
