/**
 * Converts OpenAPI 2.0 to 3.0, but only the parts that pages show. Parts that aren't valid 2.0 are left unchanged and
 * don't stop the conversion. Decision 24 compares this with a library.
 */
import type { Json, JsonObject } from './api-spec.ts';
import {
  entriesOf,
  fieldOf,
  flagOf,
  isList,
  isObject,
  listOf,
  textOf,
  textsOf,
  toObject,
  withFields,
} from './read-json.ts';
import { httpMethods } from './api-spec.ts';

const refMoves: readonly (readonly [RegExp, string])[] = [
  [/^#\/definitions\//, '#/components/schemas/'],
  [/^#\/responses\//, '#/components/responses/'],
  [/^#\/parameters\//, '#/components/parameters/'],
];

export function convertSwagger(root: JsonObject): JsonObject {
  const moved = moveRefs(root);
  if (!isObject(moved)) return root;
  const context: ConversionContext = {
    root: moved,
    consumes: orDefault(textsOf(moved, 'consumes')),
    produces: orDefault(textsOf(moved, 'produces')),
  };
  return toObject([
    ['openapi', '3.0.3'],
    ...entriesOf(moved).filter(
      ([key]) => ['info', 'tags', 'security', 'externalDocs'].includes(key) || key.startsWith('x-'),
    ),
    ['servers', serversOf(moved)],
    [
      'paths',
      toObject(
        entriesOf(fieldOf(moved, 'paths')).map(([path, item]) => [path, convertPathItem(item, context)] as const),
      ),
    ],
    [
      'components',
      toObject([
        ['schemas', mapValues(fieldOf(moved, 'definitions'), convertSchema)],
        [
          'responses',
          mapValues(fieldOf(moved, 'responses'), (response) => convertResponse(response, context.produces)),
        ],
        ['parameters', mapValues(fieldOf(moved, 'parameters'), convertParameter)],
        ['securitySchemes', mapValues(fieldOf(moved, 'securityDefinitions'), convertSecurityScheme)],
      ]),
    ],
  ]);
}

interface ConversionContext {
  readonly root: JsonObject;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

function orDefault(types: readonly string[]): readonly string[] {
  return types.length > 0 ? types : ['application/json'];
}

function mapValues(node: Json | undefined, convert: (value: Json) => Json): JsonObject {
  return toObject(entriesOf(node).map(([key, value]) => [key, convert(value)] as const));
}

function moveRefs(node: Json): Json {
  if (isList(node)) return node.map(moveRefs);
  if (!isObject(node)) return node;
  return toObject(
    entriesOf(node).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, moveRefs(value)] as const;
      const move = refMoves.find(([pattern]) => pattern.test(value));
      return [key, move === undefined ? value : value.replace(move[0], move[1])] as const;
    }),
  );
}

function serversOf(root: JsonObject): Json[] {
  const host = textOf(root, 'host');
  const basePath = textOf(root, 'basePath').replace(/\/$/, '');
  if (host === '') return basePath === '' ? [] : [{ url: basePath }];
  const schemes = textsOf(root, 'schemes');
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({ url: `${scheme}://${host}${basePath}` }));
}

function convertPathItem(item: Json, context: ConversionContext): Json {
  if (!isObject(item)) return item;
  return toObject(
    entriesOf(item).map(([key, value]) => {
      if (key === 'parameters') return [key, listOf(item, 'parameters').map(convertParameter)] as const;
      return [
        key,
        (httpMethods as readonly string[]).includes(key) && isObject(value)
          ? convertOperation(value, item, context)
          : value,
      ] as const;
    }),
  );
}

function convertOperation(operation: JsonObject, item: JsonObject, context: ConversionContext): JsonObject {
  const own = textsOf(operation, 'consumes');
  const consumes = own.length > 0 ? own : context.consumes;
  const produces = textsOf(operation, 'produces');
  const all = [...listOf(item, 'parameters'), ...listOf(operation, 'parameters')].map((parameter) =>
    followParameter(parameter, context.root),
  );
  const requestBody = bodyOf(all, consumes);
  return withFields(operation, {
    parameters: all
      .filter((parameter) => !['body', 'formData'].includes(textOf(parameter, 'in')))
      .map(convertParameter),
    requestBody,
    responses: mapValues(fieldOf(operation, 'responses'), (response) =>
      convertResponse(response, produces.length > 0 ? produces : context.produces),
    ),
    consumes: undefined,
    produces: undefined,
  });
}

function followParameter(parameter: Json, root: JsonObject): Json {
  const name = /^#\/components\/parameters\/(.+)$/.exec(textOf(parameter, '$ref'))?.[1];
  return name === undefined ? parameter : (fieldOf(fieldOf(root, 'parameters'), name) ?? parameter);
}

function bodyOf(parameters: readonly Json[], consumes: readonly string[]): Json | undefined {
  const body = parameters.find((parameter) => textOf(parameter, 'in') === 'body');
  if (body !== undefined) {
    const media: Json = { schema: convertSchema(fieldOf(body, 'schema') ?? {}) };
    return {
      description: textOf(body, 'description'),
      required: flagOf(body, 'required'),
      content: toObject(consumes.map((type) => [type, media] as const)),
    };
  }
  const fields = parameters.filter((parameter) => textOf(parameter, 'in') === 'formData');
  if (fields.length === 0) return undefined;
  const hasFile = fields.some((field) => textOf(field, 'type') === 'file');
  const types = consumes.filter((type) => type.includes('form'));
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const schema: Json = {
    type: 'object',
    required: fields.filter((field) => flagOf(field, 'required')).map((field) => textOf(field, 'name')),
    properties: toObject(
      fields.map(
        (field) =>
          [textOf(field, 'name'), withFields(schemaOf(field), { description: textOf(field, 'description') })] as const,
      ),
    ),
  };
  return { content: toObject((types.length > 0 ? types : [fallback]).map((type) => [type, { schema }] as const)) };
}

const schemaKeys =
  'type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf'.split(
    ' ',
  );

function convertSchema(schema: Json): Json {
  return isObject(schema) ? convertSchemaObject(schema) : schema;
}

/**
 * Converts schema features that differ in 2.0: a discriminator is only a name, files are a type, and null is an
 * extension.
 */
function convertSchemaObject(schema: JsonObject): JsonObject {
  const discriminator = fieldOf(schema, 'discriminator');
  const allOf = fieldOf(schema, 'allOf');
  const properties = fieldOf(schema, 'properties');
  const changes: Record<string, Json> = {};
  if (typeof discriminator === 'string') changes['discriminator'] = { propertyName: discriminator };
  if (textOf(schema, 'type') === 'file') Object.assign(changes, { type: 'string', format: 'binary' });
  if (flagOf(schema, 'x-nullable')) changes['nullable'] = true;
  if (isList(allOf)) changes['allOf'] = allOf.map(convertSchema);
  if (isObject(properties)) changes['properties'] = mapValues(properties, convertSchema);
  for (const key of ['items', 'additionalProperties']) {
    const inner = fieldOf(schema, key);
    if (inner !== undefined) changes[key] = convertSchema(inner);
  }
  return withFields(schema, changes);
}

/** Returns the schema that 2.0 writes directly into a parameter or header. */
function schemaOf(parameter: Json): JsonObject {
  const schema = entriesOf(parameter).filter(([key]) => schemaKeys.includes(key) || key === 'x-nullable');
  return convertSchemaObject(toObject(schema));
}

function convertParameter(parameter: Json): Json {
  if (!isObject(parameter) || fieldOf(parameter, '$ref') !== undefined || fieldOf(parameter, 'schema') !== undefined)
    return parameter;
  const kept = entriesOf(parameter).filter(([key]) => !schemaKeys.includes(key) && key !== 'collectionFormat');
  // In 2.0, lists are comma-separated by default; in 3.0, they are repeated.
  const isMulti = textOf(parameter, 'collectionFormat') === 'multi';
  const explode: [string, Json][] = textOf(parameter, 'type') === 'array' ? [['explode', isMulti]] : [];
  return toObject([...kept, ...explode, ['schema', schemaOf(parameter)]]);
}

function convertResponse(response: Json, produces: readonly string[]): Json {
  if (!isObject(response) || fieldOf(response, '$ref') !== undefined) return response;
  const written = fieldOf(response, 'schema');
  const schema = written === undefined ? undefined : convertSchema(written);
  const examples = fieldOf(response, 'examples');
  const content =
    schema === undefined
      ? undefined
      : toObject(
          produces.map((type) => {
            const example = fieldOf(examples, type);
            return [type, example === undefined ? { schema } : { schema, example }] as const;
          }),
        );
  const headers = mapValues(fieldOf(response, 'headers'), (header) => ({
    description: textOf(header, 'description'),
    schema: schemaOf(header),
  }));
  return withFields(response, { schema: undefined, examples: undefined, content, headers });
}

function convertSecurityScheme(scheme: Json): Json {
  if (!isObject(scheme)) return scheme;
  if (textOf(scheme, 'type') === 'basic') return withFields(scheme, { type: 'http', scheme: 'basic' });
  if (textOf(scheme, 'type') !== 'oauth2') return scheme;
  const names: Readonly<Record<string, string>> = {
    accessCode: 'authorizationCode',
    application: 'clientCredentials',
    implicit: 'implicit',
    password: 'password',
  };
  const flow = names[textOf(scheme, 'flow')] ?? 'implicit';
  const details = toObject(
    entriesOf(scheme).filter(([key]) => ['authorizationUrl', 'tokenUrl', 'scopes'].includes(key)),
  );
  return { type: 'oauth2', description: textOf(scheme, 'description'), flows: toObject([[flow, details]]) };
}
