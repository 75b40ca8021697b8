import type { ApiReference, Json } from '../../specs/api-spec.ts';
import { fieldOf, isList, isObject, listOf, textOf } from '../../specs/read-json.ts';
import { mappedRef, type SpecCuts } from './spec-cuts.ts';
import {
  childrenOf,
  childOf,
  fileOf,
  isContainer,
  type Container,
  type SpecDocument,
  type SpecDocuments,
} from './spec-documents.ts';

/** A document's objects for shared parts; their entries can be used or unused. */
export const sharedSections = ['definitions', 'parameters', 'responses', 'securityDefinitions'];

export interface Use {
  /** Everything that was reached. */
  readonly nodes: ReadonlySet<Container>;
  /** Security schemes and tags, each as its file and `section name`. */
  readonly names: ReadonlySet<string>;
}

export interface UnusedRequest {
  readonly documents: SpecDocuments;
  /** Specifications, as opposed to files that they refer to. */
  readonly specs: readonly SpecDocument[];
  readonly cuts: SpecCuts;
  /** The usage before anything was left out. */
  readonly before: Use;
  /** Schemas whose own pages are left out. */
  readonly schemas: readonly Extract<ApiReference, { kind: 'schema' }>[];
}

/**
 * Leaves out shared parts, tags and files that only omitted parts used. Parts that were already unused are kept,
 * because an author may publish them on purpose. Returns the files that are no longer used.
 */
export function cutUnused({ documents, specs, cuts, before, schemas }: UnusedRequest): Set<string> {
  const after = findUse({ documents, specs, cuts });
  const isUnused = (node: Json): boolean => isContainer(node) && before.nodes.has(node) && !after.nodes.has(node);
  for (const { path, holder } of specs) {
    for (const section of sectionsOf(holder.root))
      for (const [key, node] of childrenOf(section)) if (isUnused(node)) cuts.add(section, key);
    cutNamed(holder.root, path, { before, after, cuts });
  }
  for (const { spec, name } of schemas) {
    const section = fieldOf(fieldOf(documents.load(spec.path)?.holder.root, 'components'), 'schemas');
    const node = fieldOf(section, name);
    if (isContainer(section) && isContainer(node) && !after.nodes.has(node)) cuts.add(section, name);
  }
  const own = new Set(specs.map(({ path }) => path));
  return new Set(
    documents
      .loaded()
      .filter(({ path, holder }) => !own.has(path) && isFileUnused(holder.root, { before, after }))
      .map(({ path }) => path),
  );
}

/** Whether parts of the file were used before, but no part is used now. */
function isFileUnused(root: Json, { before, after }: { readonly before: Use; readonly after: Use }): boolean {
  const inside: Container[] = isContainer(root) ? [root] : [];
  const seen = new Set(inside);
  let wasUsed = false;
  // Grows during the iteration.
  for (const node of inside) {
    if (after.nodes.has(node)) return false;
    wasUsed ||= before.nodes.has(node);
    for (const [, child] of childrenOf(node))
      if (isContainer(child) && !seen.has(child)) {
        seen.add(child);
        inside.push(child);
      }
  }
  return wasUsed;
}

function sectionsOf(root: Json): Container[] {
  const components = fieldOf(root, 'components');
  const own = sharedSections.map((key) => fieldOf(root, key));
  const shared = isObject(components) ? childrenOf(components).map(([, section]) => section) : [];
  return [...own, ...shared].filter(isContainer);
}

interface FindUseRequest {
  readonly documents: SpecDocuments;
  readonly specs: readonly SpecDocument[];
  /** The omitted parts; `undefined` to compute the usage before anything was left out. */
  readonly cuts: SpecCuts | undefined;
}

/** Finds everything that the specifications use, and loads every file that they refer to. */
export function findUse({ documents, specs, cuts }: FindUseRequest): Use {
  const nodes = new Set<Container>();
  const names = new Set<string>();
  const pending: { readonly node: Json; readonly file: string }[] = [];
  const isCut = (container: Container, key: string): boolean => cuts?.has(container, key) ?? false;
  for (const { path, holder } of specs) {
    if (isCut(holder, 'root') || !isContainer(holder.root)) continue;
    for (const [key, node] of childrenOf(holder.root))
      if (key !== 'components' && !sharedSections.includes(key) && !isCut(holder.root, key))
        pending.push({ node, file: path });
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, file } = next;
    if (!isContainer(node) || nodes.has(node)) continue;
    nodes.add(node);
    for (const ref of refsOf(node, { cuts })) {
      const last = documents.follow(ref, file)?.at(-1);
      const target = last === undefined ? undefined : childOf(last.container, last.key);
      if (target !== undefined) pending.push({ node: target, file: fileOf(ref, file) });
    }
    for (const name of namesOf(node)) names.add(`${file}\n${name}`);
    for (const [key, child] of childrenOf(node)) if (!isCut(node, key)) pending.push({ node: child, file });
  }
  return { nodes, names };
}

function refsOf(node: Json, { cuts }: Pick<FindUseRequest, 'cuts'>): string[] {
  const ref = textOf(node, '$ref');
  const mapping = fieldOf(fieldOf(node, 'discriminator'), 'mapping');
  const mapped = isContainer(mapping)
    ? childrenOf(mapping).flatMap(([tag, target]) =>
        typeof target === 'string' && !(cuts?.has(mapping, tag) ?? false) ? [mappedRef(target)] : [],
      )
    : [];
  return ref === '' ? mapped : [ref, ...mapped];
}

/** Returns the tags and security schemes that an operation refers to. */
function namesOf(node: Json): string[] {
  const tags = listOf(node, 'tags').flatMap((tag) => (typeof tag === 'string' ? [`tags ${tag}`] : []));
  const schemes = listOf(node, 'security').flatMap((requirement) =>
    isContainer(requirement) && isObject(requirement) ? Object.keys(requirement).map((name) => `security ${name}`) : [],
  );
  return [...tags, ...schemes];
}

function cutNamed(
  root: Json,
  path: string,
  { before, after, cuts }: { readonly before: Use; readonly after: Use; readonly cuts: SpecCuts },
): void {
  const global = new Set(namesOf({ security: listOf(root, 'security') }).map((name) => `${path}\n${name}`));
  const isUnused = (name: string): boolean => {
    const key = `${path}\n${name}`;
    return before.names.has(key) && !after.names.has(key) && !global.has(key);
  };
  const tags = fieldOf(root, 'tags');
  if (isList(tags))
    for (const [index, tag] of tags.entries())
      if (isUnused(`tags ${textOf(tag, 'name')}`)) cuts.add(tags, String(index));
  for (const section of [fieldOf(fieldOf(root, 'components'), 'securitySchemes'), fieldOf(root, 'securityDefinitions')])
    if (isContainer(section))
      for (const [name] of childrenOf(section)) if (isUnused(`security ${name}`)) cuts.add(section, name);
}
