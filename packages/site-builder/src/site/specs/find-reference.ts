/** Parses the value of `openapi:`, `openapi-schema:`, `asyncapi:` or `api:` and finds its target in a spec. */
import { methodsOf } from './list-operations.ts';
import type { ApiReference, ApiSpec } from './api-spec.ts';
import { entriesOf, fieldOf } from './read-json.ts';

export type SpellingField = 'openapi' | 'openapi-schema' | 'asyncapi' | 'api';

export type Spelling =
  | { readonly kind: 'operation'; readonly file: string; readonly method: string; readonly path: string }
  | { readonly kind: 'webhook' | 'schema' | 'channel'; readonly file: string; readonly name: string }
  | { readonly kind: 'manual'; readonly method: string; readonly url: string };

const operationForm = /^(?:(.*\S)\s+)?(get|put|post|delete|options|head|patch|trace|query|webhook|wss?)\s+(\S.*)$/i;

/** Returns `undefined` if the text has none of the known forms. */
export function parseSpelling(field: SpellingField, value: string): Spelling | undefined {
  const text = value.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return undefined;
  if (field === 'openapi-schema' || field === 'asyncapi') {
    const [first = '', ...rest] = text.split(' ');
    const kind = field === 'asyncapi' ? 'channel' : 'schema';
    return rest.length === 0 ? { kind, file: '', name: first } : { kind, file: first, name: rest.join(' ') };
  }
  const match = operationForm.exec(text);
  if (match === null)
    return field === 'api' && /^https?:\/\//i.test(text) ? { kind: 'manual', method: 'get', url: text } : undefined;
  const [, file = '', verb = '', target = ''] = match;
  const method = verb.toLowerCase();
  if (field === 'api') return { kind: 'manual', method, url: target };
  if (method === 'webhook') return { kind: 'webhook', file, name: target };
  return { kind: 'operation', file, method, path: target };
}

/** Resolves a reference within one spec. Returns `undefined` if the spec doesn't contain the target. */
export function findInSpec(spec: ApiSpec, spelling: Spelling): ApiReference | undefined {
  switch (spelling.kind) {
    case 'manual':
      return undefined;
    case 'operation':
      return findOperation(spec, spelling.path, spelling.method);
    case 'webhook':
      return findWebhook(spec, spelling.name);
    case 'schema': {
      const schemas = fieldOf(fieldOf(spec.root, 'components'), 'schemas');
      const name = findKey(schemas, spelling.name);
      return name === undefined ? undefined : { kind: 'schema', spec, name };
    }
    case 'channel': {
      const channels = entriesOf(fieldOf(spec.root, 'channels'));
      const found =
        channels.find(([name]) => name === spelling.name) ??
        channels.find(([, channel]) => fieldOf(channel, 'address') === spelling.name);
      return found === undefined ? undefined : { kind: 'channel', spec, name: found[0] };
    }
  }
}

function findOperation(spec: ApiSpec, path: string, method: string): ApiReference | undefined {
  const paths = fieldOf(spec.root, 'paths');
  const has = (candidate: string) =>
    methodsOf(spec, fieldOf(paths, candidate)).some((found) => found.method === method);
  if (has(path)) return { kind: 'operation', spec, path, method };
  // References often differ from their specs in trailing slashes, parameter names and case.
  const wanted = loosen(path);
  const similar = entriesOf(paths).find(([candidate]) => loosen(candidate) === wanted && has(candidate));
  return similar === undefined ? undefined : { kind: 'operation', spec, path: similar[0], method };
}

function loosen(path: string): string {
  return `/${path}`
    .replaceAll(/\{[^}]*\}|:[\w-]+/g, '{}')
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '')
    .toLowerCase();
}

function findWebhook(spec: ApiSpec, name: string): ApiReference | undefined {
  const webhooks = fieldOf(spec.root, 'webhooks') ?? fieldOf(spec.root, 'x-webhooks');
  const key = findKey(webhooks, name) ?? findKey(webhooks, name.replace(/^\//, ''));
  if (key !== undefined) {
    const [first] = methodsOf(spec, fieldOf(webhooks, key));
    return first === undefined ? undefined : { kind: 'webhook', spec, name: key, method: first.method };
  }
  // Before 3.1, webhooks were written as paths.
  const paths = fieldOf(spec.root, 'paths');
  const path = findKey(paths, name) ?? findKey(paths, `/${name}`);
  const [first] = path === undefined ? [] : methodsOf(spec, fieldOf(paths, path));
  return path === undefined || first === undefined
    ? undefined
    : { kind: 'operation', spec, path, method: first.method };
}

function findKey(node: Parameters<typeof entriesOf>[0], name: string): string | undefined {
  if (fieldOf(node, name) !== undefined) return name;
  return entriesOf(node).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[0];
}
