import type { SiteSource } from '../../../source/site-source.ts';
import type { ApiCatalog } from '../../specs/catalog.ts';
import type { Json } from '../../specs/api-spec.ts';
import { readSpecDocument } from '../../specs/load-spec.ts';
import { isList, isObject } from '../../specs/read-json.ts';
import { decodePointer, joinPath } from '../../specs/resolve-ref.ts';
import { defaultSpecLimits } from '../../specs/spec-limits.ts';

/** An object or a list of a document. Documents are compared by identity: each part in the source is one object. */
export type Container = Extract<Json, object>;

/** A JSON or YAML file. Its value is `holder.root`, so that a whole file can be removed in the same way as a part. */
export interface SpecDocument {
  readonly path: string;
  readonly holder: { readonly root: Json };
}

/** A step of a pointer: the container and the key. */
export interface PointerStep {
  readonly container: Container;
  readonly key: string;
}

/** Reads the files of specifications on demand, each only once, and applies overlays. */
export class SpecDocuments {
  readonly #source: SiteSource;
  readonly #catalog: ApiCatalog;
  readonly #known = new Map<string, SpecDocument | undefined>();

  constructor(source: SiteSource, catalog: ApiCatalog) {
    this.#source = source;
    this.#catalog = catalog;
  }

  /** Returns `undefined` if the file doesn't exist or can't be read; the build doesn't use such a file. */
  load(path: string): SpecDocument | undefined {
    if (this.#known.has(path)) return this.#known.get(path);
    const root = readSpecDocument(path, {
      source: this.#source,
      limits: defaultSpecLimits,
      overlays: this.#catalog.overlaysOf(path),
      report: () => undefined,
    });
    const document = root === undefined ? undefined : { path, holder: { root } };
    this.#known.set(path, document);
    return document;
  }

  /** Returns all documents read so far. */
  loaded(): SpecDocument[] {
    return [...this.#known.values()].filter((document) => document !== undefined);
  }

  /**
   * Returns the steps to the target of a `$ref` in a file, of which the last is the target; `undefined` if it doesn't
   * exist.
   */
  follow(ref: string, from: string): readonly PointerStep[] | undefined {
    const hash = ref.indexOf('#');
    const file = hash < 0 ? ref : ref.slice(0, hash);
    const path = file === '' ? from : joinPath(from, file);
    const document = path === undefined ? undefined : this.load(path);
    if (document === undefined) return undefined;
    const steps: PointerStep[] = [{ container: document.holder, key: 'root' }];
    const parts =
      hash < 0
        ? []
        : ref
            .slice(hash + 1)
            .split('/')
            .slice(1);
    let node: Json | undefined = document.holder.root;
    for (const part of parts) {
      if (!isObject(node) && !isList(node)) return undefined;
      const key = decodePointer(part);
      steps.push({ container: node, key });
      node = childOf(node, key);
    }
    return node === undefined ? undefined : steps;
  }

  /** Returns a node after following its `$ref`s, and the file that contains it. */
  open(node: Json | undefined, from: string): { readonly node: Json | undefined; readonly file: string } {
    let open = node;
    let file = from;
    for (let hops = 0; hops < maxHops && isObject(open) && typeof open['$ref'] === 'string'; hops++) {
      const ref = open['$ref'];
      const last = this.follow(ref, file)?.at(-1);
      if (last === undefined) return { node: undefined, file };
      file = fileOf(ref, file);
      open = childOf(last.container, last.key);
    }
    return { node: open, file };
  }
}

const maxHops = 32;

/** Returns the file that a reference resolves to. */
export function fileOf(ref: string, from: string): string {
  const [file = ''] = ref.split('#');
  return file === '' ? from : (joinPath(from, file) ?? from);
}

export function childOf(node: Container, key: string): Json | undefined {
  if (isList(node)) return node[Number(key)];
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

export function childrenOf(node: Container): [key: string, child: Json][] {
  return Object.entries(node).filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

export function isContainer(node: Json | undefined): node is Container {
  return typeof node === 'object' && node !== null;
}
