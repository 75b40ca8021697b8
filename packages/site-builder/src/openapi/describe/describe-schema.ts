/** Describes a schema for readers: its type in words, its limits, its children, its variants. */
import { openSchema, type OpenSchema } from './merge-schema.ts';
import {
  type ApiSpec,
  type Json,
  entriesOf,
  fieldOf,
  flagOf,
  isList,
  isObject,
  listOf,
  numberOf,
  plainText,
  textOf,
  textsOf,
} from '../../site/index.ts';

export interface SchemaProperty {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
}

export interface SchemaDescription extends OpenSchema {
  /** `string<date-time>`, `object[]`, `Pet | null`, … */
  readonly type: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly defaultValue: Json | undefined;
  readonly examples: readonly Json[];
  /** Allowed values, in words already where the spec names them (`x-enum-descriptions`). */
  readonly values: readonly { readonly value: Json; readonly description: string }[];
  /** `min length: 1`, `pattern: ^a`, … */
  readonly limits: readonly string[];
  readonly properties: readonly SchemaProperty[];
  /** Schema of the items of a list. */
  readonly items: Json | undefined;
  /** Schema of values under free keys; `true` when anything goes. */
  readonly additional: Json | undefined;
  readonly variants: readonly { readonly label: string; readonly schema: Json }[];
  readonly discriminator: string;
}

export function describeSchema(spec: ApiSpec, schema: Json | undefined): SchemaDescription {
  if (!isObject(schema)) return describeNode(spec, schema);
  const known = spec.cache.schemas.get(schema) as SchemaDescription | undefined;
  if (known !== undefined) return known;
  const described = describeNode(spec, schema);
  spec.cache.schemas.set(schema, described);
  return described;
}

function describeNode(spec: ApiSpec, schema: Json | undefined): SchemaDescription {
  const open = openSchema(spec, schema);
  const { node } = open;
  const example = fieldOf(node, 'example');
  const required = new Set(textsOf(node, 'required'));
  const [one, any] = [listOf(node, 'oneOf'), listOf(node, 'anyOf')];
  const variants = (one.length > 0 ? one : any).filter((variant) => !isNullSchema(variant));
  return {
    ...open,
    type: typeLabel(spec, open),
    description: textOf(node, 'description'),
    deprecated: flagOf(node, 'deprecated'),
    readOnly: flagOf(node, 'readOnly'),
    writeOnly: flagOf(node, 'writeOnly'),
    defaultValue: fieldOf(node, 'default') ?? fieldOf(node, 'x-default'),
    examples: example === undefined ? listOf(node, 'examples') : [example],
    values: valuesOf(node),
    limits: limitsOf(node),
    properties: entriesOf(fieldOf(node, 'properties')).map(([name, property]) => ({
      name,
      schema: property,
      required: required.has(name),
    })),
    items: fieldOf(node, 'items') ?? listOf(node, 'prefixItems')[0],
    additional: additionalOf(
      fieldOf(node, 'additionalProperties') ?? entriesOf(fieldOf(node, 'patternProperties'))[0]?.[1],
    ),
    variants: variants.map((variant, index) => ({ label: variantLabel(spec, variant, index), schema: variant })),
    discriminator: textOf(fieldOf(node, 'discriminator'), 'propertyName'),
  };
}

function isNullSchema(schema: Json): boolean {
  return textOf(schema, 'type') === 'null';
}

function additionalOf(value: Json | undefined): Json | undefined {
  return value === false || value === undefined ? undefined : value;
}

function valuesOf(node: Json): SchemaDescription['values'] {
  const constant = fieldOf(node, 'const');
  const values = constant === undefined ? listOf(node, 'enum') : [constant];
  const described =
    fieldOf(node, 'x-enum-descriptions') ?? fieldOf(node, 'x-enumDescriptions') ?? fieldOf(node, 'x-enum-varnames');
  return values.map((value, index) => {
    const found = isList(described) ? described[index] : fieldOf(described, plainText(value));
    return { value, description: typeof found === 'string' ? found : '' };
  });
}

const limitNames: readonly (readonly [key: string, label: string])[] = [
  ['minLength', 'min length'],
  ['maxLength', 'max length'],
  ['pattern', 'pattern'],
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['exclusiveMinimum', 'greater than'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
  ['minItems', 'min items'],
  ['maxItems', 'max items'],
  ['minProperties', 'min properties'],
  ['maxProperties', 'max properties'],
  ['contentEncoding', 'encoding'],
  ['contentMediaType', 'media type'],
];

function limitsOf(node: Json): string[] {
  const limits: string[] = [];
  for (const [key, label] of limitNames) {
    const value = fieldOf(node, key);
    if (typeof value === 'number' || typeof value === 'string') limits.push(`${label}: ${value}`);
  }
  if (flagOf(node, 'uniqueItems')) limits.push('unique items');
  // In 3.0 these two are flags next to `minimum` and `maximum`.
  if (flagOf(node, 'exclusiveMinimum') && numberOf(node, 'minimum') !== undefined) limits.push('min excluded');
  if (flagOf(node, 'exclusiveMaximum') && numberOf(node, 'maximum') !== undefined) limits.push('max excluded');
  return limits;
}

const MAX_LABEL_DEPTH = 4;

export function typeLabel(spec: ApiSpec, { node }: OpenSchema, depth = 0): string {
  const nullable = flagOf(node, 'nullable') ? ' | null' : '';
  const declared = fieldOf(node, 'type');
  const types = isList(declared) ? textsOf(node, 'type') : typeof declared === 'string' ? [declared] : [];
  if (types.length > 0) return types.map((type) => oneType(spec, type, { node, depth })).join(' | ') + nullable;
  const variants = [...listOf(node, 'oneOf'), ...listOf(node, 'anyOf')];
  if (variants.length > 0 && depth < MAX_LABEL_DEPTH) {
    const labels = new Set(variants.map((variant) => typeLabel(spec, openSchema(spec, variant), depth + 1)));
    return [...labels].slice(0, 4).join(' | ') + (labels.size > 4 ? ' | …' : '') + nullable;
  }
  if (fieldOf(node, 'properties') !== undefined || fieldOf(node, 'additionalProperties') !== undefined)
    return `object${nullable}`;
  if (fieldOf(node, 'items') !== undefined) return oneType(spec, 'array', { node, depth }) + nullable;
  const [first = fieldOf(node, 'const')] = listOf(node, 'enum');
  if (first !== undefined) return `enum<${first === null ? 'null' : typeof first}>${nullable}`;
  return `any${nullable}`;
}

function oneType(spec: ApiSpec, type: string, { node, depth }: { node: Json; depth: number }): string {
  if (type === 'array') {
    const tuple = listOf(node, 'prefixItems');
    if (tuple.length > 0 && depth < MAX_LABEL_DEPTH)
      return `[${tuple.map((item) => typeLabel(spec, openSchema(spec, item), depth + 1)).join(', ')}]`;
    const items = fieldOf(node, 'items');
    if (!isObject(items) || depth >= MAX_LABEL_DEPTH) return 'array';
    const label = typeLabel(spec, openSchema(spec, items), depth + 1);
    return label.includes(' | ') ? `(${label})[]` : `${label}[]`;
  }
  if (listOf(node, 'enum').length > 0) return `enum<${type}>`;
  const format = textOf(node, 'format');
  if (format === 'binary') return 'file';
  return format === '' ? type : `${type}<${format}>`;
}

function variantLabel(spec: ApiSpec, variant: Json, index: number): string {
  const open = openSchema(spec, variant);
  return textOf(open.node, 'title') || open.name || labelOfType(typeLabel(spec, open)) || `Option ${index + 1}`;
}

function labelOfType(type: string): string {
  return type === 'any' || type === 'object' ? '' : type;
}
