import type { SiteConfig } from '../site/index.ts';
import { PROXY_PATH } from './forwardable-calls.ts';
import { defaultApiSettings, type ApiSettings } from './settings.ts';

/** Converts `api.*` of the configuration to the settings of the API pages. */
export function apiSettingsOf({ api, markdown }: SiteConfig, basePath: string): ApiSettings {
  return {
    playground: api.playground.display,
    // The deployment decides whether the playground has a proxy. Without a proxy, or if the API's own cookies are
    // needed, requests are sent to the API itself.
    proxyUrl: api.playground.proxy && !api.playground.credentials ? `${basePath}/${PROXY_PATH}` : '',
    credentials: api.playground.credentials,
    expandParameters: api.params.expanded === 'all',
    parameterPost: api.params.post,
    sampleLanguages: api.examples.languages.length > 0 ? api.examples.languages : defaultApiSettings.sampleLanguages,
    sampleDefaults: api.examples.defaults,
    prefill: api.examples.prefill,
    autogenerateSamples: api.examples.autogenerate,
    fullUrl: api.fullUrl,
    manualAuth: api.mdx.auth.method ?? 'none',
    manualAuthName: api.mdx.auth.name,
    manualServers: api.mdx.servers,
    markdownSchema: markdown.schema,
  };
}
