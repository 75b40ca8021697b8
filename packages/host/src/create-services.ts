import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createSiteService } from '@docwright/site-assistant';
import type { SiteService } from '@docwright/site-server';
import { describeError, type HostLog } from './operations/host-log.ts';
import type { AssistantModelSettings, ReaderServices } from './settings/read-services.ts';

export interface ServiceDeps {
  readonly log: HostLog;
  readonly nowMs: () => number;
  readonly newId: () => string;
}

/** Search, assistant and MCP of all sites of the process, as the settings and their bundles want it. */
export function createServices(settings: ReaderServices, { log, nowMs, newId }: ServiceDeps): SiteService {
  const { model, ...rest } = settings;
  const onError = (error: unknown): void => {
    const { code, message } = describeError(error);
    // Providers repeat keys in their refusals.
    const shown = model === undefined || model.apiKey === '' ? message : message.replaceAll(model.apiKey, '(hidden)');
    log.warn({ code, message: shown.slice(0, 500) }, 'a search, an answer or an MCP call failed');
  };
  return createSiteService(
    { ...rest, model: model === undefined ? undefined : createModel(model) },
    { nowMs, newId, onError },
  );
}

function createModel({ baseUrl, model, apiKey }: AssistantModelSettings) {
  // A key must not follow a redirect.
  const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
  // A local server needs no key, and an empty one would be sent as "Bearer ".
  const key = apiKey === '' ? {} : { apiKey };
  return createOpenAICompatible({ name: 'assistant', baseURL: baseUrl, fetch: fetchDirectly, ...key })(model);
}
