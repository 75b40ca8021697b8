import type { Json } from '../../specs/api-spec.ts';
import { httpMethods } from '../../specs/api-spec.ts';
import { fieldOf, isList, isObject, listOf, plainText, textOf } from '../../specs/read-json.ts';
import { describedValues, walkDocument, type Place, type RestrictedPart } from './restricted-parts.ts';
import { childOf, childrenOf, isContainer, type Container, type SpecDocuments } from './spec-documents.ts';

/** The omitted parts of documents: keys of their objects and positions of their lists. */
export class SpecCuts {
  readonly #cuts = new Map<Container, Set<string>>();
  #count = 0;

  /** Number of cuts so far. */
  get count(): number {
    return this.#count;
  }

  add(container: Container, key: string): void {
    const keys = this.#cuts.get(container) ?? new Set();
    this.#cuts.set(container, keys);
    if (keys.has(key)) return;
    keys.add(key);
    this.#count++;
  }

  has(container: Container, key: string): boolean {
    return this.#cuts.get(container)?.has(key) ?? false;
  }

  /** Whether anything directly in the container was left out. */
  isCut(container: Container): boolean {
    return this.#cuts.has(container);
  }

  /** Whether everything was left out. */
  isEmptied(container: Container): boolean {
    const children = childrenOf(container);
    return children.length > 0 && children.every(([key]) => this.has(container, key));
  }
}

/** Leaves out the parts, and then everything that consists only of these parts. */
export function cutParts(documents: SpecDocuments, parts: readonly RestrictedPart[], cuts: SpecCuts): void {
  for (const part of parts) cuts.add(part.container, part.key);
  const places = documents.loaded().flatMap((document) => [...walkDocument(document)]);
  for (let before = -1; before !== cuts.count;) {
    before = cuts.count;
    for (const place of places) cutPlace(place, documents, cuts);
  }
}

function cutPlace(place: Place, documents: SpecDocuments, cuts: SpecCuts): void {
  const { container, key, node, file } = place;
  if (!isContainer(node) || cuts.has(container, key)) return;
  const ref = textOf(node, '$ref');
  if (ref !== '' && isCutReference(ref, file, { documents, cuts })) cuts.add(container, key);
  if (isPathItem(place) && isWithoutMethods(node, cuts)) cuts.add(container, key);
  // A parameter is left out with its schema, and an AsyncAPI operation with its channel.
  const isParameter = textOf(node, 'in') !== '' && textOf(node, 'name') !== '';
  if ((isParameter && cuts.has(node, 'schema')) || (isAsyncOperation(place) && cuts.has(node, 'channel')))
    cuts.add(container, key);
  cutMapping(place, { documents, cuts });
  cutEnumTexts(node, cuts);
}

interface CutContext {
  readonly documents: SpecDocuments;
  readonly cuts: SpecCuts;
}

/** Whether a reference's target, or an enclosing part, is left out. */
export function isCutReference(ref: string, file: string, { documents, cuts }: CutContext): boolean {
  return documents.follow(ref, file)?.some(({ container, key }) => cuts.has(container, key)) ?? false;
}

/** Leaves out variants of a discriminator, which names them by reference, or by the bare name of a component. */
function cutMapping({ node, file }: Place, context: CutContext): void {
  const mapping = fieldOf(fieldOf(node, 'discriminator'), 'mapping');
  if (!isObject(mapping)) return;
  for (const [tag, target] of childrenOf(mapping)) {
    if (typeof target === 'string' && isCutReference(mappedRef(target), file, context)) context.cuts.add(mapping, tag);
  }
}

export function mappedRef(target: string): string {
  return /[#/]/.test(target) || /\.(?:json|ya?ml)$/i.test(target) ? target : `#/components/schemas/${target}`;
}

/** Leaves out the descriptions of omitted values, and the default if it is one of them. */
function cutEnumTexts(schema: Container, cuts: SpecCuts): void {
  const values = fieldOf(schema, 'enum');
  if (!isList(values) || !cuts.isCut(values)) return;
  const described = describedValues(schema);
  for (const [index, value] of values.entries()) {
    if (!cuts.has(values, String(index))) continue;
    for (const texts of described)
      if (isContainer(texts)) cuts.add(texts, isList(texts) ? String(index) : plainText(value));
    for (const key of ['default', 'x-default']) if (childOf(schema, key) === value) cuts.add(schema, key);
  }
}

/**
 * Whether a node is the object with the methods of one path or webhook, or the root if that object has its own file.
 */
function isPathItem({ parent, key }: Place): boolean {
  return (
    parent === undefined || ['paths', 'webhooks', 'x-webhooks', 'pathItems'].includes(parent.key) || key === 'root'
  );
}

function isWithoutMethods(item: Container, cuts: SpecCuts): boolean {
  const methods = childrenOf(item).filter(
    ([key, child]) => (httpMethods as readonly string[]).includes(key.toLowerCase()) && isContainer(child),
  );
  return methods.length > 0 && methods.every(([key]) => cuts.has(item, key));
}

function isAsyncOperation({ parent }: Place): boolean {
  return parent?.key === 'operations' && parent.parent?.parent === undefined;
}

/** Whether a specification describes an operation, a webhook or a channel that isn't left out. */
export function hasOperations(root: Json, cuts: SpecCuts): boolean {
  return ['paths', 'webhooks', 'x-webhooks', 'channels'].some((section) => {
    const items = fieldOf(root, section);
    return (
      isObject(items) &&
      !cuts.has(root as Container, section) &&
      childrenOf(items).some(([key]) => !key.startsWith('x-') && !cuts.has(items, key))
    );
  });
}

/** Returns the remaining values of an `enum`; if all are left out, the schema has no values. */
export function keptValues(schema: Json, cuts: SpecCuts): Json[] {
  const values = listOf(schema, 'enum');
  return values.filter((_, index) => !cuts.has(values, String(index)));
}
