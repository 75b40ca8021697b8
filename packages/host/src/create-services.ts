import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  createSiteService,
  withIdleTimeout,
  VectorCache,
  QueryEmbedder,
  type Embedder,
  type Meaning,
  type TurnKeeper,
} from '@docwright/site-assistant';
import type { SiteService } from '@docwright/site-server';
import { describeError, type HostLog } from './operations/host-log.ts';
import type { HostMetrics } from './operations/host-metrics.ts';
import type { ReaderServices, ServedModelSettings } from './settings/read-services.ts';

export interface ServiceDeps {
  readonly log: HostLog;
  readonly metrics: HostMetrics;
  readonly nowMs: () => number;
  readonly newId: () => string;
}

/** The services for readers of a process's sites. */
export interface HostServices {
  /**
   * A site's search, assistant and MCP server, as its settings and bundles require.
   *
   * @param keeper stores its readers’ questions
   */
  readonly serviceOf: (keeper: TurnKeeper | undefined) => SiteService;
  /** Creates vectors of the sites' sections; `undefined` if searches match only words. */
  readonly embedder: Embedder | undefined;
}

/** Limit for the cached vectors of all sites. */
const MAX_CACHED_BYTES = 256 * 1024 * 1024;

export function createServices(settings: ReaderServices, { log, metrics, nowMs, newId }: ServiceDeps): HostServices {
  const { model, embedding, silenceMs, ...rest } = settings;
  const keys = [model?.apiKey ?? '', embedding?.apiKey ?? ''].filter((key) => key !== '');
  const onError = (error: unknown): void => {
    const { code, message } = describeError(error);
    // Providers repeat keys in their error messages.
    const shown = keys.reduce((text, key) => text.replaceAll(key, '(hidden)'), message);
    log.warn({ code, message: shown.slice(0, 500) }, 'a search, an answer or an MCP call failed');
  };
  const embedder = embedding === undefined ? undefined : createEmbedder(embedding);
  const meaning: Meaning | undefined = embedder && {
    held: new VectorCache({ maxBytes: MAX_CACHED_BYTES, nowMs }),
    embedder: new QueryEmbedder({
      open: () => Promise.resolve(embedder),
      nowMs,
      count: (outcome) => metrics.countMeaning(outcome),
      onError,
    }),
  };
  const serviceOf = createSiteService(
    {
      ...rest,
      model:
        model === undefined
          ? undefined
          : openProvider('assistant', model, (ask) => withIdleTimeout(ask, silenceMs))(model.model),
      meaning,
    },
    { nowMs, newId, onError },
  );
  return { serviceOf, embedder };
}

function createEmbedder(settings: ServedModelSettings): Embedder {
  const model = openProvider('search', settings).embeddingModel(settings.model);
  return {
    model: `openai-compatible/${settings.model}`,
    embed: async (texts, abortSignal) => (await model.doEmbed({ values: [...texts], abortSignal })).embeddings,
  };
}

function openProvider(
  name: string,
  { baseUrl, apiKey }: ServedModelSettings,
  watch: (ask: typeof fetch) => typeof fetch = (ask) => ask,
) {
  // A key must not be sent to a redirect target.
  const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
  // A local server needs no key, and an empty one would be sent as "Bearer ".
  return createOpenAICompatible({
    name,
    baseURL: baseUrl,
    fetch: watch(fetchDirectly),
    ...(apiKey === '' ? {} : { apiKey }),
  });
}
