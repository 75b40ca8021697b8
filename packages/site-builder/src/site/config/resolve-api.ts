import { fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';
import type { FieldReader } from './field-reader.ts';
import type { ApiConfig, SpecReference } from './site-config.ts';

export function resolveApi(raw: JsonObject, read: FieldReader): ApiConfig {
  const api = fieldOf(raw, 'api');
  const params = fieldOf(api, 'params');
  const playground = fieldOf(api, 'playground');
  const examples = fieldOf(api, 'examples');
  const mdx = fieldOf(api, 'mdx');
  const auth = fieldOf(mdx, 'auth');
  return {
    openapi: toSpecReferences(fieldOf(api, 'openapi') ?? fieldOf(raw, 'openapi')),
    asyncapi: toSpecReferences(fieldOf(api, 'asyncapi') ?? fieldOf(raw, 'asyncapi')),
    params: {
      expanded: read.choice(params, ['expanded', 'api.params'], ['all', 'closed']) ?? 'closed',
      post: read.texts(params, 'post', 'api.params'),
    },
    playground: {
      display:
        read.choice(playground, ['display', 'api.playground'], ['interactive', 'simple', 'none', 'auth']) ??
        'interactive',
      proxy: read.flag(playground, 'proxy', 'api.playground') ?? true,
      credentials: read.flag(playground, 'credentials', 'api.playground') ?? false,
    },
    examples: {
      defaults: read.choice(examples, ['defaults', 'api.examples'], ['required', 'all']) ?? 'all',
      languages: read.texts(examples, 'languages', 'api.examples'),
      prefill: read.flag(examples, 'prefill', 'api.examples') ?? false,
      autogenerate: read.flag(examples, 'autogenerate', 'api.examples') ?? true,
    },
    fullUrl: fieldOf(api, 'url') === 'full',
    mdx: {
      auth: {
        method: read.choice(auth, ['method', 'api.mdx.auth'], ['bearer', 'basic', 'key', 'cobo']),
        name: read.text(auth, 'name', 'api.mdx.auth') ?? '',
      },
      servers: read.texts(mdx, 'server', 'api.mdx'),
    },
  };
}

/** Reads one specification or several, each as a path or together with the folder for its pages. */
export function toSpecReferences(value: unknown): SpecReference[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(toSpecReferences);
  if (typeof value === 'string') return value === '' ? [] : [{ source: value, directory: undefined, overlays: [] }];
  if (!isObject(value)) return [];
  const source = fieldOf(value, 'source');
  if (typeof source !== 'string' && !Array.isArray(source)) return [];
  const directory = fieldOf(value, 'directory');
  const overlays = fieldOf(value, 'overlays');
  return toSpecReferences(source).map((reference) => ({
    ...reference,
    directory: typeof directory === 'string' ? directory : undefined,
    overlays: Array.isArray(overlays) ? (overlays as unknown[]).filter((path) => typeof path === 'string') : [],
  }));
}

/** Whether a specification is on another host, to which a build never sends requests. */
export function isRemoteSpec({ source }: SpecReference): boolean {
  return /^https?:/i.test(source);
}
