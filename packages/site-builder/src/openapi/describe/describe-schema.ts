/** Describes a schema for readers: its type in words, its limits, its children, its variants. */
import { isFile } from './is-file.ts';
import { listConditions, listFurtherChoices, listVariants, type SchemaVariant } from './list-variants.ts';
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
  /** Allowed values, with their descriptions if the spec has any (`x-enum-descriptions`). */
  readonly values: readonly { readonly value: Json; readonly description: string }[];
  /** `min length: 1`, `pattern: ^a`, … */
  readonly limits: readonly string[];
  readonly properties: readonly SchemaProperty[];
  /** Schema of the items of a list, or of the items after a tuple. */
  readonly items: Json | undefined;
  /** Schemas of the first items, by position. */
  readonly tuple: readonly Json[];
  /** Schema of additional properties; `true` if any value is allowed. */
  readonly additional: Json | undefined;
  readonly variants: readonly DescribedVariant[];
  readonly discriminator: string;
  /** Choices that apply together with the choice in `variants`. */
  readonly furtherVariants: readonly (readonly DescribedVariant[])[];
  /** Schemas of properties whose names match a pattern, except the one in `additional`. */
  readonly patterns: readonly { readonly pattern: string; readonly schema: Json }[];
}

export interface DescribedVariant extends SchemaVariant {
  readonly label: string;
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
  const { variants, discriminator, isBase } = listVariants(spec, schema, node);
  const items = fieldOf(node, 'items') ?? fieldOf(node, 'contains');
  const labeled = (variant: SchemaVariant): DescribedVariant => ({
    ...variant,
    label: variantLabel(spec, variant.schema),
  });
  const patterns = entriesOf(fieldOf(node, 'patternProperties')).map(([pattern, own]) => ({ pattern, schema: own }));
  const added = fieldOf(node, 'additionalProperties') ?? fieldOf(node, 'unevaluatedProperties');
  const isOnlyPattern = patterns.length === 1 && additionalOf(added) === undefined;
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
    properties: (isBase ? [] : entriesOf(fieldOf(node, 'properties'))).map(([name, property]) => ({
      name,
      schema: property,
      required: required.has(name),
    })),
    items: typeof items === 'boolean' ? undefined : items,
    tuple: listOf(node, 'prefixItems'),
    additional: additionalOf(isOnlyPattern ? patterns[0]?.schema : added),
    patterns: isOnlyPattern ? [] : patterns,
    variants: variants.map(labeled),
    furtherVariants: [...listFurtherChoices(node), ...listConditions(node)].map((choice) => choice.map(labeled)),
    discriminator,
  };
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

export function typeLabel(spec: ApiSpec, open: OpenSchema, depth = 0): string {
  const label = typeWithoutNullable(spec, open, depth);
  return flagOf(open.node, 'nullable') && !/(?:^| \| )null$/.test(label) ? `${label} | null` : label;
}

function typeWithoutNullable(spec: ApiSpec, { node }: OpenSchema, depth: number): string {
  const declared = fieldOf(node, 'type');
  const types = isList(declared) ? textsOf(node, 'type') : typeof declared === 'string' ? [declared] : [];
  if (types.length > 0) return types.map((type) => oneType(spec, type, { node, depth })).join(' | ');
  const variants = [...listOf(node, 'oneOf'), ...listOf(node, 'anyOf')];
  if (variants.length > 0 && depth < MAX_LABEL_DEPTH) {
    const labels = new Set(variants.map((variant) => typeLabel(spec, openSchema(spec, variant), depth + 1)));
    return [...labels].slice(0, 4).join(' | ') + (labels.size > 4 ? ' | …' : '');
  }
  if (fieldOf(node, 'properties') !== undefined || fieldOf(node, 'additionalProperties') !== undefined) return 'object';
  if (isObject(fieldOf(node, 'items')) || listOf(node, 'prefixItems').length > 0)
    return oneType(spec, 'array', { node, depth });
  const [first = fieldOf(node, 'const')] = listOf(node, 'enum');
  if (first !== undefined) return `enum<${first === null ? 'null' : typeof first}>`;
  return isFile(node) ? 'file' : 'any';
}

function oneType(spec: ApiSpec, type: string, { node, depth }: { node: Json; depth: number }): string {
  if (type === 'array') {
    const tuple = listOf(node, 'prefixItems');
    const items = fieldOf(node, 'items');
    if (tuple.length > 0 && depth < MAX_LABEL_DEPTH) {
      const labels = tuple.map((item) => typeLabel(spec, openSchema(spec, item), depth + 1));
      const rest = isObject(items) ? [`...${typeLabel(spec, openSchema(spec, items), depth + 1)}[]`] : [];
      return `[${[...labels, ...rest].join(', ')}]`;
    }
    if (!isObject(items) || depth >= MAX_LABEL_DEPTH) return 'array';
    const label = typeLabel(spec, openSchema(spec, items), depth + 1);
    return label.includes(' | ') ? `(${label})[]` : `${label}[]`;
  }
  if (listOf(node, 'enum').length > 0) return `enum<${type}>`;
  const format = textOf(node, 'format');
  if (isFile(node)) return 'file';
  return format === '' ? type : `${type}<${format}>`;
}

/** Returns the variant's label, or `''` if nothing names it. */
function variantLabel(spec: ApiSpec, variant: Json): string {
  const open = openSchema(spec, variant);
  return textOf(open.node, 'title') || open.name || labelOfType(typeLabel(spec, open));
}

function labelOfType(type: string): string {
  return type === 'any' || type === 'object' ? '' : type;
}
