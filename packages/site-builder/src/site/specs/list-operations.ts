import { httpMethods } from './api-spec.ts';
import type { ApiReference, ApiSpec, Json, JsonObject } from './api-spec.ts';
import { entriesOf, fieldOf, isObject } from './read-json.ts';
import { resolveObject } from './resolve-ref.ts';

export interface ListedOperation {
  readonly reference: Extract<ApiReference, { kind: 'operation' | 'webhook' | 'channel' }>;
  readonly node: JsonObject;
  /** The path item or channel around the operation. */
  readonly item: JsonObject;
}

/** Lists every operation, webhook and channel of a spec, in file order. */
export function listOperations(spec: ApiSpec): ListedOperation[] {
  if (spec.kind === 'asyncapi') {
    return entriesOf(fieldOf(spec.root, 'channels')).map(([name, channel]) => {
      const item = resolveObject(spec, channel);
      return { reference: { kind: 'channel', spec, name }, node: item, item };
    });
  }
  const listed: ListedOperation[] = [];
  for (const [path, value] of entriesOf(fieldOf(spec.root, 'paths'))) {
    if (!path.startsWith('/')) continue;
    for (const found of methodsOf(spec, value))
      listed.push({ ...found, reference: { kind: 'operation', spec, path, method: found.method } });
  }
  const webhooks = fieldOf(spec.root, 'webhooks') ?? fieldOf(spec.root, 'x-webhooks');
  for (const [name, value] of entriesOf(webhooks)) {
    for (const found of methodsOf(spec, value))
      listed.push({ ...found, reference: { kind: 'webhook', spec, name, method: found.method } });
  }
  return listed;
}

interface FoundMethod {
  readonly method: string;
  readonly node: JsonObject;
  readonly item: JsonObject;
}

/** Returns a path item's operations: the fixed methods, then `additionalOperations` of OpenAPI 3.2. */
export function methodsOf(spec: ApiSpec, value: Json | undefined): FoundMethod[] {
  const item = resolveObject(spec, value);
  const found: FoundMethod[] = [];
  for (const [key, node] of entriesOf(item)) {
    if ((httpMethods as readonly string[]).includes(key) && isObject(node))
      found.push({ method: key, node: resolveObject(spec, node), item });
  }
  for (const [method, node] of entriesOf(fieldOf(item, 'additionalOperations'))) {
    if (isObject(node)) found.push({ method: method.toLowerCase(), node: resolveObject(spec, node), item });
  }
  return found;
}

/** Returns the operation of a reference, or `undefined` if the spec has none. */
export function findOperation(reference: ApiReference): FoundMethod | undefined {
  if (reference.kind !== 'operation' && reference.kind !== 'webhook') return undefined;
  const { spec } = reference;
  const items =
    reference.kind === 'operation'
      ? fieldOf(spec.root, 'paths')
      : (fieldOf(spec.root, 'webhooks') ?? fieldOf(spec.root, 'x-webhooks'));
  const item = fieldOf(items, reference.kind === 'operation' ? reference.path : reference.name);
  return methodsOf(spec, item).find(({ method }) => method === reference.method);
}
