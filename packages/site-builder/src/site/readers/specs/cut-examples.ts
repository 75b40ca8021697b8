import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../specs/api-spec.ts';
import { fieldOf, isList, isObject } from '../../specs/read-json.ts';
import { walkDocument } from './restricted-parts.ts';
import { describeLevel, type LevelContext, type PlacedSchema } from './schema-level.ts';
import { childrenOf, isContainer, type Container } from './spec-documents.ts';

/** An example and its position. */
interface PlacedValue {
  readonly container: Container;
  readonly key: string;
  readonly value: Json;
}

/**
 * Removes parts of examples that their schemas no longer describe, and names of omitted properties in lists of required
 * properties. If a variant was left out, an example may belong to it, so only the parts that the other variants
 * describe remain.
 */
export function cutExamples(context: LevelContext): void {
  for (const document of context.documents.loaded())
    for (const { node, file } of walkDocument(document)) {
      if (!isObject(node) || !isContainer(node)) continue;
      cutRequired({ schema: node, file }, context);
      const schema = schemaOf(node);
      if (schema === undefined) continue;
      if (context.cuts.has(node, schema.key)) for (const key of exampleKeys) context.cuts.add(node, key);
      else
        for (const example of examplesOf(node, file, context))
          cutValue(example, [{ schema: schema.value, file }], { ...context, depth: 0 });
      cutEncoding(node, { schema: schema.value, file }, context);
    }
}

const exampleKeys = ['example', 'examples', 'x-example', 'x-examples', 'default', 'x-default'];

/** Returns the schema that describes the examples of a node: its `schema` or `payload`, or the node itself. */
function schemaOf(node: Container & Json): { readonly key: string; readonly value: Json } | undefined {
  if (!exampleKeys.some((key) => fieldOf(node, key) !== undefined) && fieldOf(node, 'encoding') === undefined)
    return undefined;
  for (const key of ['schema', 'itemSchema', 'payload']) {
    const value = fieldOf(node, key);
    if (value !== undefined) return { key, value };
  }
  return { key: '', value: node };
}

/**
 * Returns `example`, the entries of a schema's `examples` list, and the named examples of a media type, which can be
 * components.
 */
function examplesOf(node: Container & Json, file: string, { documents }: LevelContext): PlacedValue[] {
  return exampleKeys.flatMap((key): PlacedValue[] => {
    const value = fieldOf(node, key);
    if (value === undefined) return [];
    if (key !== 'examples' && key !== 'x-examples') return [{ container: node, key, value }];
    if (!isContainer(value)) return [];
    return childrenOf(value).flatMap(([name, written]) => {
      const { node: example } = documents.open(written, file);
      const wrapped = isContainer(example)
        ? ['value', 'dataValue', 'payload'].flatMap((field) => {
            const inner = fieldOf(example, field);
            return inner === undefined ? [] : [{ container: example, key: field, value: inner }];
          })
        : [];
      return wrapped.length > 0 ? wrapped : [{ container: value, key: name, value: written }];
    });
  });
}

/** Yields every object and list in a node's examples and `encoding`. */
export function* exampleContainers(node: Container & Json, file: string, context: LevelContext): Generator<Container> {
  const pending: Json[] = [fieldOf(node, 'encoding') ?? null];
  for (const { container, value } of schemaOf(node) === undefined ? [] : examplesOf(node, file, context)) {
    yield container;
    pending.push(value);
  }
  const seen = new Set<Container>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isContainer(next) || seen.has(next)) continue;
    seen.add(next);
    yield next;
    pending.push(...childrenOf(next).map(([, child]) => child));
  }
}

interface ValueContext extends LevelContext {
  readonly depth: number;
}

const maxDepth = 64;

function cutValue(
  { container, key, value }: PlacedValue,
  schemas: readonly PlacedSchema[],
  context: ValueContext,
): void {
  const { cuts, depth } = context;
  if (schemas.length === 0 || depth > maxDepth) return;
  const level = describeLevel(schemas, context);
  const inner = { ...context, depth: depth + 1 };
  if (isList(value)) {
    if (level.hasCutItems) cuts.add(container, key);
    for (const [index, item] of value.entries())
      cutValue({ container: value, key: String(index), value: item }, level.items, inner);
    return;
  }
  if (!isObject(value) || !isContainer(value)) {
    const isKept = level.values.some((kept) => isDeepStrictEqual(kept, value));
    const isCut = level.cutValues.some((cut) => isDeepStrictEqual(cut, value));
    if (!isKept && (isCut || level.hasCutSchema)) cuts.add(container, key);
    return;
  }
  for (const [name, child] of childrenOf(value)) {
    const known = level.properties.get(name);
    if (level.cutNames.has(name) || (level.hasCutSchema && known === undefined)) cuts.add(value, name);
    else cutValue({ container: value, key: name, value: child }, known ?? level.additional, inner);
  }
}

function cutRequired(placed: PlacedSchema, context: LevelContext): void {
  if (!['properties', 'allOf', 'required'].some((key) => fieldOf(placed.schema, key) !== undefined)) return;
  const { cutNames, required } = describeLevel([placed], context);
  if (cutNames.size === 0) return;
  for (const names of required)
    for (const [index, name] of names.entries())
      if (typeof name === 'string' && cutNames.has(name)) context.cuts.add(names, String(index));
}

/** Removes the encodings of omitted form fields. */
function cutEncoding(node: Json, placed: PlacedSchema, context: LevelContext): void {
  const encoding = fieldOf(node, 'encoding');
  if (!isContainer(encoding)) return;
  const { cutNames } = describeLevel([placed], context);
  for (const [name] of childrenOf(encoding)) if (cutNames.has(name)) context.cuts.add(encoding, name);
}
