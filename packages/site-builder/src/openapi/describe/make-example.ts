/**
 * A value that fits a schema: the author's example, or an example generated from the types. The result is
 * deterministic.
 */
import { isFile } from './is-file.ts';
import { listFurtherChoices, listVariants, type SchemaVariant, type SchemaVariants } from './list-variants.ts';
import { openSchema } from './merge-schema.ts';
import {
  type ApiSpec,
  type Json,
  entriesOf,
  fieldOf,
  flagOf,
  listOf,
  numberOf,
  textOf,
  textsOf,
  toObject,
  isObject,
  type JsonObject,
  withFields,
  resolveObject,
} from '../../site/index.ts';

export interface ExampleOptions {
  /** Fields that are left out: `readOnly` fields in requests, `writeOnly` fields in responses. */
  readonly direction: 'request' | 'response';
  readonly onlyRequired: boolean;
}

const MAX_DEPTH = 8;
/** Maximum number of values in an example; otherwise, wide recursive schemas would grow exponentially. */
const MAX_VALUES = 600;

export function makeExample(spec: ApiSpec, schema: Json | undefined, options: ExampleOptions): Json {
  const state: ExampleState = { spec, options, left: MAX_VALUES, open: [] };
  return exampleOf(schema, state, 0) ?? null;
}

interface ExampleState {
  readonly spec: ApiSpec;
  readonly options: ExampleOptions;
  left: number;
  readonly open: string[];
}

/** The example, or `undefined` if a cycle or a limit ends it. */
function exampleOf(schema: Json | undefined, state: ExampleState, depth: number): Json | undefined {
  const { node, ref } = openSchema(state.spec, schema);
  const written = givenExample(node);
  if (written !== undefined) return written;
  if (depth > MAX_DEPTH || state.left-- <= 0 || (ref !== '' && state.open.includes(ref))) return undefined;
  if (ref !== '') state.open.push(ref);
  try {
    return madeExample({ schema, node }, state, depth);
  } finally {
    if (ref !== '') state.open.pop();
  }
}

function givenExample(node: Json): Json | undefined {
  const example = fieldOf(node, 'example');
  if (example !== undefined) return example;
  const [first] = listOf(node, 'examples');
  if (first !== undefined) return first;
  const [named] = entriesOf(fieldOf(node, 'examples'));
  return named === undefined
    ? (fieldOf(node, 'const') ?? fieldOf(node, 'default') ?? listOf(node, 'enum')[0])
    : named[1];
}

interface OpenedSchema {
  /** The schema as written. */
  readonly schema: Json | undefined;
  readonly node: JsonObject;
}

function madeExample({ schema, node }: OpenedSchema, state: ExampleState, depth: number): Json | undefined {
  const declared = textsOf(node, 'type').find((type) => type !== 'null') ?? textOf(node, 'type');
  const choice = listVariants(state.spec, schema, node);
  const [variant] = choice.variants;
  const further = listFurtherChoices(node).flatMap(([first]) => first ?? []);
  const hasProperties = fieldOf(node, 'properties') !== undefined || further.length > 0;
  if (variant !== undefined && (choice.isBase || !hasProperties))
    return exampleOfVariant(variant, choice, state, depth);
  const type =
    declared !== ''
      ? declared
      : hasProperties || fieldOf(node, 'additionalProperties') !== undefined
        ? 'object'
        : fieldOf(node, 'items') === undefined && fieldOf(node, 'prefixItems') === undefined
          ? ''
          : 'array';
  switch (type) {
    case 'object': {
      const own = exampleObject(node, state, depth);
      const more = variant === undefined ? undefined : exampleOfVariant(variant, choice, state, depth);
      const others = further.flatMap((one) => entriesOf(exampleOf(one.schema, state, depth + 1)));
      return toObject([...entriesOf(own), ...entriesOf(more), ...others]);
    }
    case 'array': {
      const tuple = listOf(node, 'prefixItems');
      if (tuple.length > 0) return tuple.map((item) => exampleOf(item, state, depth + 1) ?? null);
      const item = exampleOf(fieldOf(node, 'items'), state, depth + 1);
      return item === undefined ? [] : [item];
    }
    case 'integer':
    case 'number':
      return numberOf(node, 'minimum') ?? (type === 'integer' ? 123 : 12.3);
    case 'boolean':
      return true;
    case 'string':
      return exampleText(node);
    case 'null':
      return null;
    default:
      return isFile(node) ? '<file>' : type === '' ? '<any>' : `<${type}>`;
  }
}

/** Returns a variant's example. The discriminator names the variant, unless the variant itself fixes its value. */
function exampleOfVariant(
  { schema, tag }: SchemaVariant,
  { discriminator }: SchemaVariants,
  state: ExampleState,
  depth: number,
): Json | undefined {
  const example = exampleOf(schema, state, depth + 1);
  if (tag === undefined || !isObject(example)) return example;
  const { node } = openSchema(state.spec, schema);
  const property = openSchema(state.spec, fieldOf(fieldOf(node, 'properties'), discriminator)).node;
  const isFixed = ['const', 'example', 'default'].some((key) => fieldOf(property, key) !== undefined);
  return isFixed || listOf(property, 'enum').length === 1 ? example : withFields(example, { [discriminator]: tag });
}

function exampleObject(node: Json, state: ExampleState, depth: number): Json {
  const required = new Set(textsOf(node, 'required'));
  const entries: [string, Json][] = [];
  const skipped = state.options.direction === 'request' ? 'readOnly' : 'writeOnly';
  for (const [name, property] of entriesOf(fieldOf(node, 'properties'))) {
    if (state.options.onlyRequired && !required.has(name)) continue;
    if (flagOf(resolveObject(state.spec, property), skipped)) continue;
    const value = exampleOf(property, state, depth + 1);
    if (value !== undefined) entries.push([name, value]);
  }
  const additional = fieldOf(node, 'additionalProperties');
  if (entries.length === 0 && typeof additional === 'object') {
    const value = exampleOf(additional, state, depth + 1);
    if (value !== undefined) entries.push(['key', value]);
  }
  return toObject(entries);
}

const textsByFormat = new Map([
  ['date-time', '2023-11-07T05:31:56Z'],
  ['date', '2023-12-25'],
  ['time', '05:31:56Z'],
  ['duration', 'PT1H'],
  ['email', 'jsmith@example.com'],
  ['uuid', '3c90c3cc-0d44-4b50-8888-8dd25736052a'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['byte', 'aGVsbG8='],
  ['password', '********'],
]);

function exampleText(node: Json): string {
  return isFile(node) ? '<file>' : (textsByFormat.get(textOf(node, 'format')) ?? '<string>');
}
