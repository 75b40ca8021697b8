import type { GroupSet } from '@docwright/site-access/rules';
import type { SiteSource } from '../../../source/site-source.ts';
import { referenceKey, type ApiReference, type Json } from '../../specs/api-spec.ts';
import type { ApiCatalog } from '../../specs/catalog.ts';
import { fieldOf, isObject } from '../../specs/read-json.ts';
import { cutExamples } from './cut-examples.ts';
import { cutUnused, findUse } from './cut-unused.ts';
import { findParts, type FoundParts, type RestrictedPart } from './restricted-parts.ts';
import { cutParts, hasOperations, SpecCuts } from './spec-cuts.ts';
import { isContainer, SpecDocuments, type SpecDocument } from './spec-documents.ts';
import { writeDocument } from './write-document.ts';

export interface RestrictedSpecs extends FoundParts {
  readonly documents: SpecDocuments;
}

/** Finds every part of the site's specifications, and of the files they refer to, that has reader groups. */
export function findRestrictedSpecs(source: SiteSource, catalog: ApiCatalog): RestrictedSpecs {
  const documents = new SpecDocuments(source, catalog);
  // The content of an overlay is found in the specification that it changes.
  const overlaid = catalog.paths().map((path) => ({ path, overlays: overlayPaths(path, catalog) }));
  const overlays = new Set(overlaid.flatMap((one) => one.overlays));
  const named = new Set(
    overlaid.flatMap((one) => (one.overlays.some((overlay) => mayRestrict(overlay, source)) ? [one.path] : [])),
  );
  const found = source.paths
    .filter((path) => !overlays.has(path) && (named.has(path) || mayRestrict(path, source)))
    .flatMap((path) => documents.load(path) ?? [])
    .map(findParts);
  return {
    documents,
    parts: found.flatMap(({ parts }) => parts),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function overlayPaths(path: string, catalog: ApiCatalog): string[] {
  return catalog.overlaysOf(path).map((overlay) => overlay.replace(/^\/+/, ''));
}

/** Whether a file may restrict parts. Only searches the text, because most sites have no restrictions. */
function mayRestrict(path: string, source: SiteSource): boolean {
  if (!/\.(?:json|ya?ml)$/i.test(path) || /(?:^|\/)(?:docs|mint|package|package-lock)\.json$/.test(path)) return false;
  const bytes = source.read(path);
  return bytes !== undefined && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('x-mint');
}

export interface ReduceRequest {
  readonly catalog: ApiCatalog;
  readonly found: RestrictedSpecs;
  readonly admits: (set: GroupSet) => boolean;
  /** The operations that omitted pages document. */
  readonly left: readonly ApiReference[];
  /** The operations that other pages document. */
  readonly kept: readonly ApiReference[];
}

export interface ReducedSpecs {
  /** Files without their restricted parts. */
  readonly replaced: ReadonlyMap<string, Uint8Array>;
  /**
   * Files without any remaining content, and overlays, which are already applied in the files that replace their
   * specifications.
   */
  readonly withheld: ReadonlySet<string>;
  /** Parts whose groups exclude the audience. */
  readonly parts: readonly RestrictedPart[];
}

/** Returns the specifications as an audience sees them. */
export function reduceSpecs({ catalog, found, admits, left, kept }: ReduceRequest): ReducedSpecs {
  const documented = new Set(kept.map(referenceKey));
  const dropped = left.filter((reference) => !documented.has(referenceKey(reference)));
  if (found.parts.length + dropped.length === 0) return { replaced: new Map(), withheld: new Set(), parts: [] };
  const { documents } = found;
  const specs = catalog.paths().flatMap((path) => documents.load(path) ?? []);
  const before = findUse({ documents, specs, cuts: undefined });
  const cuts = new SpecCuts();
  const parts = found.parts.filter(({ own }) => !admits(own));
  for (const reference of dropped) cutReference(reference, documents, cuts);
  cutParts(documents, parts, cuts);
  cutExamples({ documents, cuts });
  const schemas = dropped.filter((reference) => reference.kind === 'schema');
  const unused = cutUnused({ documents, specs, cuts, before, schemas });
  const changed = changedDocuments({ documents, found, catalog, cuts });
  // If all pages of a specification are left out, so are the operations that no page shows.
  const isWithheld = ({ path, holder }: SpecDocument): boolean =>
    unused.has(path) ||
    cuts.has(holder, 'root') ||
    (isSpec(path, specs) && !kept.some(isOf(path)) && (lostOperations(holder.root, cuts) || left.some(isOf(path))));
  const rest = changed.filter((document) => !isWithheld(document));
  return {
    replaced: new Map(rest.map((document) => [document.path, writeDocument(document, cuts)])),
    withheld: new Set([
      ...changed.filter(isWithheld).map(({ path }) => path),
      ...changed.flatMap(({ path }) => overlayPaths(path, catalog)),
    ]),
    parts,
  };
}

interface ChangedRequest extends Pick<ReduceRequest, 'found' | 'catalog'> {
  readonly documents: SpecDocuments;
  readonly cuts: SpecCuts;
}

/**
 * Returns documents with parts that are restricted for any audience or left out for this one, and documents that share
 * an overlay with such a document.
 */
function changedDocuments({ documents, found, catalog, cuts }: ChangedRequest): SpecDocument[] {
  const named = new Set(found.parts.map(({ file }) => file));
  const isChanged = (document: SpecDocument): boolean => named.has(document.path) || isTouched(document, cuts);
  const overlays = new Set(
    documents
      .loaded()
      .filter(isChanged)
      .flatMap(({ path }) => overlayPaths(path, catalog)),
  );
  return documents
    .loaded()
    .filter(
      (document) => isChanged(document) || overlayPaths(document.path, catalog).some((path) => overlays.has(path)),
    );
}

/** Leaves out an operation, a webhook or a channel that only omitted pages document. */
function cutReference(reference: ApiReference, documents: SpecDocuments, cuts: SpecCuts): void {
  if (reference.kind === 'manual' || reference.kind === 'schema') return;
  const { path } = reference.spec;
  const root = documents.load(path)?.holder.root;
  if (reference.kind === 'channel') {
    const channels = fieldOf(root, 'channels');
    if (isContainer(channels)) cuts.add(channels, reference.name);
    return;
  }
  const sections = reference.kind === 'operation' ? ['paths'] : ['webhooks', 'x-webhooks'];
  const name = reference.kind === 'operation' ? reference.path : reference.name;
  for (const section of sections) {
    const { node: item } = documents.open(fieldOf(fieldOf(root, section), name), path);
    for (const methods of [item, fieldOf(item, 'additionalOperations')])
      if (isContainer(methods) && isObject(methods))
        for (const method of Object.keys(methods))
          if (method.toLowerCase() === reference.method) cuts.add(methods, method);
  }
}

function isTouched({ holder }: SpecDocument, cuts: SpecCuts): boolean {
  const pending: Json[] = [holder];
  const seen = new Set<object>();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isContainer(node) || seen.has(node)) continue;
    seen.add(node);
    if (cuts.isCut(node)) return true;
    for (const child of Object.values(node)) if (isContainer(child)) pending.push(child);
  }
  return false;
}

function isSpec(path: string, specs: readonly SpecDocument[]): boolean {
  return specs.some((spec) => spec.path === path);
}

/** Whether all operations were left out: the rest of the specification would still reveal their content. */
function lostOperations(root: Json, cuts: SpecCuts): boolean {
  return hasOperations(root, new SpecCuts()) && !hasOperations(root, cuts);
}

function isOf(path: string): (reference: ApiReference) => boolean {
  return (reference) => reference.kind !== 'manual' && reference.spec.path === path;
}
