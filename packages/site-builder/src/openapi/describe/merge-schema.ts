/** Flattens `allOf` and resolves references on one level, for the schema that a page shows. */
import {
  type ApiSpec,
  type Json,
  type JsonObject,
  entriesOf,
  fieldOf,
  isObject,
  listOf,
  textsOf,
  toObject,
  resolveNode,
  withFields,
} from '../../site/index.ts';
import { furtherChoices, isNullSchema } from './list-variants.ts';

export interface OpenSchema {
  readonly node: JsonObject;
  /** Name of the referenced schema; `''` for an inline schema. */
  readonly name: string;
  /** The reference, for cycle checks; `''` for an inline schema. */
  readonly ref: string;
}

const MAX_ALL_OF_DEPTH = 16;
const MAX_NULL_DEPTH = 8;

export function openSchema(spec: ApiSpec, schema: Json | undefined): OpenSchema {
  let open = mergeAllOf(spec, schema);
  // A nullable schema can be part of another nullable schema.
  for (let depth = 0; depth < MAX_NULL_DEPTH; depth++) {
    const folded = foldNull(spec, open);
    if (folded === open) break;
    open = folded;
  }
  return open;
}

function mergeAllOf(spec: ApiSpec, schema: Json | undefined): OpenSchema {
  const { node, name, ref } = resolveNode(spec, schema);
  const siblings = besideReference(schema);
  if (listOf(node, 'allOf').length === 0 && siblings === undefined) return { node, name, ref };
  const collection: Collection = { parts: [], seen: new Set(ref === '' ? [] : [ref]), depth: 0 };
  collectParts(spec, node, collection);
  if (siblings !== undefined) collectParts(spec, siblings, collection);
  return { node: mergeParts(collection.parts), name, ref };
}

/** Keys that apply next to `$ref`, as in JSON Schema. Authors of OpenAPI 3.0 don't rely on other keys there. */
const besideKeys: readonly string[] = (
  'properties required additionalProperties items allOf oneOf anyOf if then else ' +
  'default deprecated example examples nullable readOnly writeOnly'
).split(' ');

function besideReference(schema: Json | undefined): JsonObject | undefined {
  if (!isObject(schema) || fieldOf(schema, '$ref') === undefined) return undefined;
  const own = entriesOf(schema).filter(([key]) => besideKeys.includes(key));
  return own.length === 0 ? undefined : toObject(own);
}

/** Turns `anyOf: [X, null]` into a nullable X, so that readers see an ordinary field, not a choice. */
function foldNull(spec: ApiSpec, open: OpenSchema): OpenSchema {
  const key = ['oneOf', 'anyOf'].find((name) => listOf(open.node, name).length > 0);
  if (key === undefined) return open;
  const variants = listOf(open.node, key);
  const [only, ...others] = variants.filter((variant) => !isNullSchema(variant));
  if (only === undefined || others.length > 0 || fieldOf(open.node, 'properties') !== undefined) return open;
  const inner = mergeAllOf(spec, only);
  if (inner.ref !== '' && inner.ref === open.ref) return open;
  const own = entriesOf(open.node).filter(([name]) => ![key, 'type', 'discriminator'].includes(name));
  const nullable: [string, Json][] = variants.length > 1 ? [['nullable', true]] : [];
  const node = toObject([...entriesOf(inner.node), ...own, ...nullable]);
  return { node, name: inner.name, ref: inner.ref };
}

interface Collection {
  readonly parts: JsonObject[];
  readonly seen: Set<string>;
  readonly depth: number;
}

/** Collects a schema's parts, with the node itself last, so that keys next to `allOf` override included keys. */
function collectParts(spec: ApiSpec, node: JsonObject, { parts, seen, depth }: Collection): void {
  if (depth < MAX_ALL_OF_DEPTH) {
    for (const part of listOf(node, 'allOf')) {
      const opened = resolveNode(spec, part);
      if (opened.ref !== '' && seen.has(opened.ref)) continue;
      if (opened.ref !== '') seen.add(opened.ref);
      collectParts(spec, withoutChoice(opened.node), { parts, seen, depth: depth + 1 });
      const siblings = besideReference(part);
      if (siblings !== undefined) collectParts(spec, siblings, { parts, seen, depth: depth + 1 });
    }
  }
  parts.push(node);
}

/** Removes a base's choice between the schemas that include it: an including schema is already chosen. */
function withoutChoice(node: JsonObject): JsonObject {
  if (fieldOf(node, 'discriminator') === undefined) return node;
  return withFields(node, { discriminator: undefined, oneOf: undefined, anyOf: undefined });
}

function mergeParts(parts: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, Json>();
  const properties = new Map<string, Json>();
  const required = new Set<string>();
  const choices: Json[] = [];
  for (const part of parts) {
    for (const [key, value] of entriesOf(part)) {
      if (key === 'allOf') continue;
      else if (key === 'properties')
        for (const [name, property] of entriesOf(value))
          properties.set(name, mergeProperty(properties.get(name), property));
      else if (key === 'required') for (const name of textsOf(part, 'required')) required.add(name);
      else {
        const before = merged.get(key);
        if ((key === 'oneOf' || key === 'anyOf') && before !== undefined && before !== value) choices.push(before);
        merged.set(key, value);
      }
    }
  }
  if (properties.size > 0) merged.set('properties', toObject(properties));
  if (choices.length > 0) merged.set(furtherChoices, choices);
  if (required.size > 0) merged.set('required', [...required]);
  return toObject(merged);
}

/** Merges a property of two parts. The later one often only adds a description: keys that it doesn't set are kept. */
function mergeProperty(before: Json | undefined, after: Json): Json {
  if (
    !isObject(before) ||
    !isObject(after) ||
    fieldOf(before, '$ref') !== undefined ||
    fieldOf(after, '$ref') !== undefined
  )
    return after;
  return toObject([...entriesOf(before), ...entriesOf(after)]);
}
