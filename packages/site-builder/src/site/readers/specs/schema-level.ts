import type { Json } from '../../specs/api-spec.ts';
import { fieldOf, isList, isObject, listOf } from '../../specs/read-json.ts';
import { keptValues, type SpecCuts } from './spec-cuts.ts';
import { childrenOf, isContainer, type Container, type SpecDocuments } from './spec-documents.ts';

/** A schema and the file that its references are relative to. */
export interface PlacedSchema {
  readonly schema: Json | undefined;
  readonly file: string;
}

/** The remaining part of a schema at one level, including its variants and the schemas that it includes. */
export interface SchemaLevel {
  /** Remaining properties, with all their schemas. */
  readonly properties: ReadonlyMap<string, readonly PlacedSchema[]>;
  /** Names of properties that were left out and that nothing else describes. */
  readonly cutNames: ReadonlySet<string>;
  /**
   * Whether a schema that values may match was left out: a variant, an included schema, or a schema of additional
   * properties.
   */
  readonly hasCutSchema: boolean;
  /** Whether the list's items were left out. */
  readonly hasCutItems: boolean;
  readonly items: readonly PlacedSchema[];
  readonly additional: readonly PlacedSchema[];
  /** Remaining values of `enum` and `const`. */
  readonly values: readonly Json[];
  readonly cutValues: readonly Json[];
  /** Lists of required properties in all parts of the schema. */
  readonly required: readonly (readonly Json[])[];
}

interface MutableLevel {
  readonly properties: Map<string, PlacedSchema[]>;
  readonly cutNames: Set<string>;
  hasCutSchema: boolean;
  hasCutItems: boolean;
  readonly items: PlacedSchema[];
  readonly additional: PlacedSchema[];
  readonly values: Json[];
  readonly cutValues: Json[];
  readonly required: (readonly Json[])[];
}

export interface LevelContext {
  readonly documents: SpecDocuments;
  readonly cuts: SpecCuts;
}

export function describeLevel(schemas: readonly PlacedSchema[], context: LevelContext): SchemaLevel {
  const level: MutableLevel = {
    properties: new Map(),
    cutNames: new Set(),
    hasCutSchema: false,
    hasCutItems: false,
    items: [],
    additional: [],
    values: [],
    cutValues: [],
    required: [],
  };
  const seen = new Set<Container>();
  const pending = [...schemas];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, file } = context.documents.open(next.schema, next.file);
    if (!isContainer(node) || !isObject(node) || seen.has(node)) continue;
    seen.add(node);
    addSchema(node, file, { level, cuts: context.cuts, pending });
  }
  for (const name of level.properties.keys()) level.cutNames.delete(name);
  return level;
}

interface AddContext {
  readonly level: MutableLevel;
  readonly cuts: SpecCuts;
  readonly pending: PlacedSchema[];
}

function addSchema(node: Container & Json, file: string, { level, cuts, pending }: AddContext): void {
  const properties = fieldOf(node, 'properties');
  if (isContainer(properties))
    for (const [name, schema] of childrenOf(properties)) {
      if (cuts.has(properties, name)) level.cutNames.add(name);
      else level.properties.set(name, [...(level.properties.get(name) ?? []), { schema, file }]);
    }
  const required = fieldOf(node, 'required');
  if (isList(required)) level.required.push(required);
  for (const key of ['allOf', 'oneOf', 'anyOf']) {
    const parts = fieldOf(node, key);
    if (!isList(parts)) continue;
    for (const [index, schema] of parts.entries()) {
      if (cuts.has(parts, String(index))) level.hasCutSchema = true;
      else pending.push({ schema, file });
    }
  }
  addItems(node, file, { level, cuts });
  const values = listOf(node, 'enum');
  level.values.push(...keptValues(node, cuts), ...constOf(node));
  level.cutValues.push(...values.filter((_, index) => cuts.has(values, String(index))));
}

function constOf(node: Json): Json[] {
  const value = fieldOf(node, 'const');
  return value === undefined ? [] : [value];
}

function addItems(node: Container & Json, file: string, { level, cuts }: Pick<AddContext, 'level' | 'cuts'>): void {
  const items = fieldOf(node, 'items');
  if (items !== undefined) {
    if (cuts.has(node, 'items')) level.hasCutItems = true;
    else level.items.push({ schema: items, file });
  }
  const tuple = listOf(node, 'prefixItems');
  if (isContainer(tuple) && cuts.isCut(tuple)) level.hasCutItems = true;
  level.items.push(...tuple.map((schema) => ({ schema, file })));
  const additional = fieldOf(node, 'additionalProperties');
  if (!isObject(additional)) return;
  if (cuts.has(node, 'additionalProperties')) level.hasCutSchema = true;
  else level.additional.push({ schema: additional, file });
}
