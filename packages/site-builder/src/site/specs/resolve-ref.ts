/**
 * Resolves `$ref`s. References in the root file are unchanged (`#/components/…`); in other files, they are rewritten to
 * `site/path.yaml#/…`, so that a node has the same meaning wherever it is used.
 */
import type { ApiSpec, Json, JsonObject } from './api-spec.ts';
import { entriesOf, fieldOf, isList, isObject, textOf, toObject } from './read-json.ts';

export interface Resolved {
  /** The node after following all references, with the `summary` and `description` that accompany them. */
  readonly node: JsonObject;
  /** Name of the last reference's target (`Pet`); `''` for an inline node. */
  readonly name: string;
  /** The last reference as text: the key for cycle checks; `''` for an inline node. */
  readonly ref: string;
}

const MAX_HOPS = 32;
const empty: JsonObject = {};

/**
 * Follows references until it reaches a node without a reference. For a broken or endless reference, returns an empty
 * node and reports the reference once.
 */
export function resolveNode(spec: ApiSpec, start: Json | undefined): Resolved {
  let node = start;
  let ref = '';
  const siblings: [string, Json][] = [];
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    if (!isObject(node)) return { node: empty, name: refName(ref), ref };
    const next = textOf(node, '$ref');
    if (next === '')
      return {
        node: siblings.length === 0 ? node : toObject([...entriesOf(node), ...siblings]),
        name: refName(ref),
        ref,
      };
    for (const [key, value] of entriesOf(node))
      if (key === 'description' || key === 'summary') siblings.push([key, value]);
    ref = next;
    node = findTarget(spec, next);
    if (node === undefined) {
      spec.reportBrokenRef(next);
      return { node: empty, name: refName(ref), ref };
    }
  }
  spec.reportBrokenRef(ref);
  return { node: empty, name: refName(ref), ref };
}

export function resolveObject(spec: ApiSpec, node: Json | undefined): JsonObject {
  return resolveNode(spec, node).node;
}

function findTarget(spec: ApiSpec, ref: string, hops = 0): Json | undefined {
  const hash = ref.indexOf('#');
  const file = hash < 0 ? ref : ref.slice(0, hash);
  let node: Json | undefined = file === '' ? spec.root : spec.readFile(file);
  const parts =
    hash < 0
      ? []
      : ref
          .slice(hash + 1)
          .split('/')
          .slice(1);
  for (const [index, part] of parts.entries()) {
    const key = decodePointer(part);
    node = isList(node) ? node[Number(key)] : fieldOf(node, key);
    // A pointer can pass through a reference: `#/paths/~1a/get` where `/a` is itself a `$ref`.
    if (index < parts.length - 1 && hops < MAX_HOPS && textOf(node, '$ref') !== '')
      node = findTarget(spec, textOf(node, '$ref'), hops + 1);
  }
  return node;
}

export function decodePointer(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

export function refName(ref: string): string {
  return decodePointer(ref.slice(ref.lastIndexOf('/') + 1)).replace(/\.(?:json|ya?ml)$/, '');
}

/** Rewrites the references of a file that isn't the root. Recursion is limited by the parser's depth limit. */
export function anchorRefs(node: Json, file: string, rootFile: string): Json {
  if (isList(node)) return node.map((item) => anchorRefs(item, file, rootFile));
  if (!isObject(node)) return node;
  return toObject(
    entriesOf(node).map(
      ([key, value]) =>
        [
          key,
          key === '$ref' && typeof value === 'string'
            ? anchorRef(value, file, rootFile)
            : anchorRefs(value, file, rootFile),
        ] as const,
    ),
  );
}

function anchorRef(ref: string, file: string, rootFile: string): string {
  const hash = ref.indexOf('#');
  const target = hash < 0 ? ref : ref.slice(0, hash);
  const pointer = hash < 0 ? '' : ref.slice(hash);
  const path = target === '' ? file : joinPath(file, target);
  if (path === undefined) return ref;
  return path === rootFile ? pointer || '#' : path + pointer;
}

/** Resolves `../shared/x.yaml` relative to `api/v1.yaml`; `undefined` for URLs and for paths outside the site. */
export function joinPath(from: string, target: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//') || target.includes('\\')) return undefined;
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Whether the document refers to another file, in which case the root's references must also be rewritten. */
export function hasFileRefs(node: Json): boolean {
  if (isList(node)) return node.some((item) => hasFileRefs(item));
  return entriesOf(node).some(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? !value.startsWith('#') : hasFileRefs(value),
  );
}
