import type { SiteConfig } from '../config/site-config.ts';
import { defaultApiSettings, type ApiSettings } from '../openapi/index.ts';

/** `api.*` of the configuration as the API pages take it. */
export function apiSettingsOf({ api, markdown }: SiteConfig): ApiSettings {
  return {
    playground: api.playground.display,
    // An exported site has no proxy of its own: requests go to the API itself.
    proxyUrl: '',
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
