/** The alternatives of a schema, with the value that distinguishes each. */
import {
  type ApiSpec,
  type Json,
  type JsonObject,
  entriesOf,
  fieldOf,
  isList,
  isObject,
  listOf,
  refName,
  resolveNode,
  textOf,
} from '../../site/index.ts';

export interface SchemaVariants {
  readonly variants: readonly SchemaVariant[];
  /** Name of the property that distinguishes the variants; `''` if no property does. */
  readonly discriminator: string;
  /** Whether each variant includes the schema through `allOf`, so that its own properties appear in all variants. */
  readonly isBase: boolean;
}

export interface SchemaVariant {
  readonly schema: Json;
  /** Position in its list; `null` also counts. */
  readonly index: number;
  /** Value of the discriminator, or `undefined` without one. */
  readonly tag: string | undefined;
}

/**
 * Lists the variants in `oneOf` or `anyOf` of `node`. A schema that has only a discriminator is the base of other
 * schemas: those that its mapping names, or otherwise those that include it (OpenAPI 3.1.1, "Discriminator Object").
 *
 * @param schema as written; `node` is the same schema with references and `allOf` resolved
 */
export function listVariants(spec: ApiSpec, schema: Json | undefined, node: JsonObject): SchemaVariants {
  const discriminator = fieldOf(node, 'discriminator');
  const property = textOf(discriminator, 'propertyName');
  const mapping = entriesOf(fieldOf(discriminator, 'mapping')).flatMap(([tag, target]) =>
    typeof target === 'string' ? [{ tag, ref: targetRef(target) }] : [],
  );
  const [one, any] = [listOf(node, 'oneOf'), listOf(node, 'anyOf')];
  const listed = (one.length > 0 ? one : any)
    .map((variant, index) => ({ schema: variant, index }))
    .filter((variant) => !isNullSchema(variant.schema));
  if (listed.length > 0) {
    const variants = listed.map((variant) => ({
      ...variant,
      tag: property === '' ? undefined : tagOf(textOf(variant.schema, '$ref'), mapping),
    }));
    return { variants, discriminator: property, isBase: false };
  }
  if (property === '') return { variants: [], discriminator: '', isBase: false };
  const { ref } = resolveNode(spec, schema);
  const found =
    mapping.length > 0 ? mapping : includingRefs(spec, ref).map((other) => ({ tag: refName(other), ref: other }));
  const variants = found
    .filter((variant) => variant.ref !== ref)
    .map((variant, index) => ({ schema: { $ref: variant.ref }, index, tag: variant.tag }));
  return { variants, discriminator: property, isBase: variants.length > 0 };
}

/**
 * Lists choices that apply together with the result of `listVariants`: those of other parts of an `allOf`, and `anyOf`
 * next to `oneOf`.
 */
export function listFurtherChoices(node: JsonObject): readonly (readonly SchemaVariant[])[] {
  const both = listOf(node, 'oneOf').length > 0 ? [listOf(node, 'anyOf')] : [];
  return [...listOf(node, furtherChoices).filter(isList), ...both].map(toVariants).filter(({ length }) => length > 0);
}

/** Schemas that apply in some cases: the branches of `if`, and schemas that the presence of a property requires. */
export function listConditions(node: JsonObject): readonly (readonly SchemaVariant[])[] {
  const decided = ['then', 'else'].flatMap((key) => fieldOf(node, key) ?? []);
  const dependent = entriesOf(fieldOf(node, 'dependentSchemas')).map(([, schema]) => [schema]);
  return [decided, ...dependent].map(toVariants).filter(({ length }) => length > 0);
}

const toVariants = (schemas: readonly Json[]): SchemaVariant[] =>
  schemas
    .map((schema, index) => ({ schema, index, tag: undefined }))
    .filter(({ schema }) => isObject(schema) && !isNullSchema(schema));

/** The key of choices that a merged schema has in addition to its own `oneOf` or `anyOf`, each a list of schemas. */
export const furtherChoices = 'x-further-choices';

export function isNullSchema(schema: Json): boolean {
  if (textOf(schema, 'type') === 'null' || fieldOf(schema, 'const') === null) return true;
  const values = listOf(schema, 'enum');
  return values.length > 0 && values.every((value) => value === null);
}

/** Returns the reference to a schema that a mapping names, either by its reference or by its bare name. */
function targetRef(target: string): string {
  return /[#/]/.test(target) || /\.(?:json|ya?ml)$/i.test(target) ? target : `#/components/schemas/${target}`;
}

function tagOf(ref: string, mapping: readonly { readonly tag: string; readonly ref: string }[]): string | undefined {
  if (ref === '') return undefined;
  return mapping.find((one) => one.ref === ref)?.tag ?? refName(ref);
}

/** Schemas of the specification whose `allOf` refers to `ref`. */
function includingRefs(spec: ApiSpec, ref: string): string[] {
  if (ref === '') return [];
  return entriesOf(fieldOf(fieldOf(spec.root, 'components'), 'schemas')).flatMap(([name, schema]) =>
    isObject(schema) && listOf(schema, 'allOf').some((part) => textOf(part, '$ref') === ref)
      ? [`#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`]
      : [],
  );
}
