import type { GroupSet } from '@docwright/site-access/rules';
import type { Json } from '../../specs/api-spec.ts';
import type { ApiCatalog } from '../../specs/catalog.ts';
import { fieldOf, isObject, textOf } from '../../specs/read-json.ts';
import { exampleContainers } from '../specs/cut-examples.ts';
import { findUse } from '../specs/cut-unused.ts';
import type { RestrictedSpecs } from '../specs/reduce-specs.ts';
import { walkDocument } from '../specs/restricted-parts.ts';
import { describeLevel } from '../specs/schema-level.ts';
import { mappedRef, SpecCuts } from '../specs/spec-cuts.ts';
import {
  childrenOf,
  fileOf,
  isContainer,
  type Container,
  type PointerStep,
  type SpecDocument,
  type SpecDocuments,
} from '../specs/spec-documents.ts';

/** A node and the file that its references are relative to. */
export interface GraphNode {
  readonly node: Container;
  readonly file: string;
}

/** The dependencies between the nodes of a site's specifications, read once per build. */
export class SpecGraph {
  readonly documents: SpecDocuments;
  readonly specs: ReadonlyMap<string, SpecDocument>;
  readonly #parts = new Map<Container, Map<string, GroupSet[]>>();
  readonly #writers = new Map<Container, GraphNode[]>();
  readonly #component: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ documents, parts }: RestrictedSpecs, catalog: ApiCatalog) {
    this.documents = documents;
    const specs = catalog.paths().flatMap((path) => documents.load(path) ?? []);
    this.specs = new Map(specs.map((spec) => [spec.path, spec]));
    // Also loads everything that the specifications refer to.
    findUse({ documents, specs, cuts: undefined });
    for (const { container, key, own } of parts) {
      const keys = this.#parts.get(container) ?? new Map<string, GroupSet[]>();
      this.#parts.set(container, keys);
      keys.set(key, [...(keys.get(key) ?? []), own]);
    }
    this.#findWriters();
    this.#component = connectedFiles(documents, catalog);
  }

  /** The group sets of a part itself. */
  setsAt(container: Container, key: string): readonly GroupSet[] {
    return this.#parts.get(container)?.get(key) ?? [];
  }

  /** Every file that a specification consists of, with the overlays. */
  files(): readonly string[] {
    return [...this.#component.keys()].toSorted();
  }

  /** Files that depend on each other. */
  filesWith(path: string): ReadonlySet<string> {
    return this.#component.get(path) ?? new Set([path]);
  }

  /** Nodes elsewhere whose parts determine the remaining parts of this node. */
  writersOf(node: Container): readonly GraphNode[] {
    return this.#writers.get(node) ?? [];
  }

  /** The paths to the targets of a node's references. */
  targetsOf({ node, file }: GraphNode): { readonly steps: readonly PointerStep[]; readonly file: string }[] {
    return refsOf(node).flatMap((ref) => {
      const steps = this.documents.follow(ref, file);
      return steps === undefined ? [] : [{ steps, file: fileOf(ref, file) }];
    });
  }

  /** Whether a reference of the node within the site can't be resolved here. Pages may resolve it in another way. */
  hasLostReference({ node, file }: GraphNode): boolean {
    return refsOf(node).some(
      (ref) => !/^[a-z][a-z\d+.-]*:/i.test(ref) && this.documents.follow(ref, file) === undefined,
    );
  }

  #findWriters(): void {
    const context = { documents: this.documents, cuts: new SpecCuts() };
    for (const document of this.documents.loaded())
      for (const { node, file } of walkDocument(document)) {
        if (!isContainer(node) || !isObject(node)) continue;
        const writes = [...exampleContainers(node, file, context)];
        if (['allOf', 'oneOf', 'anyOf'].some((key) => fieldOf(node, key) !== undefined))
          writes.push(...describeLevel([{ schema: node, file }], context).required.filter(isContainer));
        const writer: GraphNode = { node, file };
        for (const written of new Set(writes)) {
          const writers = this.#writers.get(written) ?? [];
          this.#writers.set(written, writers);
          writers.push(writer);
        }
      }
  }
}

function refsOf(node: Json): string[] {
  const ref = textOf(node, '$ref');
  const mapping = fieldOf(fieldOf(node, 'discriminator'), 'mapping');
  const mapped = isContainer(mapping)
    ? childrenOf(mapping).flatMap(([, target]) => (typeof target === 'string' ? [mappedRef(target)] : []))
    : [];
  return ref === '' ? mapped : [ref, ...mapped];
}

/**
 * For each file, the files that refer to it or that it refers to, directly or indirectly. Overlays belong to the files
 * that they change.
 */
function connectedFiles(documents: SpecDocuments, catalog: ApiCatalog): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  const connect = (one: string, other: string): void => {
    const [a, b] = [groups.get(one) ?? new Set([one]), groups.get(other) ?? new Set([other])];
    const joined = new Set([...a, ...b]);
    for (const path of joined) groups.set(path, joined);
  };
  for (const document of documents.loaded()) {
    const { path } = document;
    connect(path, path);
    for (const overlay of catalog.overlaysOf(path)) connect(path, overlay.replace(/^\/+/, ''));
    for (const { node } of walkDocument(document))
      for (const ref of refsOf(node)) if (!ref.startsWith('#')) connect(path, fileOf(ref, path));
  }
  return groups;
}
