/** An operation with all its data from the path item, the spec's top level and the components. */
import {
  findOperation,
  type ApiReference,
  type ApiSpec,
  type Json,
  type JsonObject,
  entriesOf,
  fieldOf,
  flagOf,
  isList,
  isObject,
  listOf,
  textOf,
  resolveObject,
} from '../../site/index.ts';

export const parameterPlaces = ['path', 'query', 'header', 'cookie'] as const;
export type ParameterPlace = (typeof parameterPlaces)[number];

export interface ApiParameter {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly schema: Json;
  readonly example: Json | undefined;
  readonly node: JsonObject;
}

export interface ApiMedia {
  readonly type: string;
  readonly schema: Json | undefined;
  /** How form fields are written, by name. */
  readonly encoding: Json | undefined;
  /** Named examples of the spec, in order; empty if it has none. */
  readonly examples: readonly { readonly name: string; readonly value: Json }[];
}

export interface ApiResponse {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  readonly description: string;
  readonly media: readonly ApiMedia[];
  readonly headers: readonly { readonly name: string; readonly node: JsonObject }[];
}

export interface SecurityScheme {
  readonly name: string;
  readonly node: JsonObject;
  readonly scopes: readonly string[];
}

export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly servers: readonly ApiServer[];
  readonly parameters: readonly ApiParameter[];
  readonly body:
    | { readonly description: string; readonly required: boolean; readonly media: readonly ApiMedia[] }
    | undefined;
  readonly responses: readonly ApiResponse[];
  /** Alternatives; each is a set that is used together. Empty if no authentication is required. */
  readonly security: readonly (readonly SecurityScheme[])[];
  readonly callbacks: readonly { readonly name: string; readonly expression: string; readonly item: JsonObject }[];
}

export interface ApiServer {
  readonly url: string;
  readonly description: string;
}

export function describeOperation(
  reference: Extract<ApiReference, { kind: 'operation' | 'webhook' }>,
): ApiOperation | undefined {
  const found = findOperation(reference);
  if (found === undefined) return undefined;
  const path = reference.kind === 'operation' ? reference.path : reference.name;
  return describeFound(reference.spec, { ...found, path });
}

export interface FoundOperation {
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly item: JsonObject;
}

export function describeFound(spec: ApiSpec, { method, path, node, item }: FoundOperation): ApiOperation {
  const bodyNode =
    fieldOf(node, 'requestBody') === undefined ? undefined : resolveObject(spec, fieldOf(node, 'requestBody'));
  return {
    method,
    path,
    node,
    summary: textOf(node, 'summary') || textOf(item, 'summary'),
    description: textOf(node, 'description') || textOf(item, 'description'),
    deprecated: flagOf(node, 'deprecated'),
    servers: serversOf(spec, node, item),
    parameters: parametersOf(spec, node, item),
    body:
      bodyNode === undefined
        ? undefined
        : {
            description: textOf(bodyNode, 'description'),
            required: flagOf(bodyNode, 'required'),
            media: mediaOf(spec, fieldOf(bodyNode, 'content')),
          },
    responses: entriesOf(fieldOf(node, 'responses'))
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => responseOf(spec, status, response)),
    security: securityOf(spec, node),
    callbacks: entriesOf(fieldOf(node, 'callbacks')).flatMap(([name, callback]) =>
      entriesOf(resolveObject(spec, callback))
        .filter(([expression]) => !expression.startsWith('x-'))
        .map(([expression, callbackItem]) => ({ name, expression, item: resolveObject(spec, callbackItem) })),
    ),
  };
}

function serversOf(spec: ApiSpec, node: Json, item: Json): ApiServer[] {
  const lists = [listOf(node, 'servers'), listOf(item, 'servers'), listOf(spec.root, 'servers')];
  const servers = lists.find((list) => list.length > 0) ?? [];
  return servers
    .map((server) => ({ url: withScheme(fillServerVariables(server)), description: textOf(server, 'description') }))
    .filter(({ url }) => url !== '');
}

/** Adds `https:` to `//api.example.com`, which would use the page's scheme: docs are served over HTTPS. */
function withScheme(url: string): string {
  return url.startsWith('//') ? `https:${url}` : url;
}

function fillServerVariables(server: Json): string {
  const variables = fieldOf(server, 'variables');
  return textOf(server, 'url').replaceAll(
    /\{([^}]+)\}/g,
    (all, name: string) => textOf(fieldOf(variables, name), 'default') || all,
  );
}

function parametersOf(spec: ApiSpec, node: Json, item: Json): ApiParameter[] {
  const byKey = new Map<string, ApiParameter>();
  for (const source of [...listOf(item, 'parameters'), ...listOf(node, 'parameters')]) {
    const parameter = resolveObject(spec, source);
    const place = parameterPlaces.find((name) => name === textOf(parameter, 'in'));
    const name = textOf(parameter, 'name');
    if (place === undefined || name === '') continue;
    const [media] = mediaOf(spec, fieldOf(parameter, 'content'));
    const schema = fieldOf(parameter, 'schema') ?? media?.schema ?? {};
    byKey.set(`${place} ${name}`, {
      name,
      place,
      required: place === 'path' || flagOf(parameter, 'required'),
      deprecated: flagOf(parameter, 'deprecated'),
      description: textOf(parameter, 'description') || textOf(resolveObject(spec, schema), 'description'),
      schema,
      example:
        fieldOf(parameter, 'example') ??
        fieldOf(parameter, 'x-example') ??
        namedExamples(spec, parameter)[0]?.value ??
        media?.examples[0]?.value,
      node: parameter,
    });
  }
  return [...byKey.values()];
}

function namedExamples(spec: ApiSpec, node: Json): { name: string; value: Json }[] {
  return entriesOf(fieldOf(node, 'examples')).flatMap(([name, example]) => {
    const opened = resolveObject(spec, example);
    const value = fieldOf(opened, 'value') ?? fieldOf(opened, 'dataValue') ?? fieldOf(opened, 'serializedValue');
    return value === undefined ? [] : [{ name: textOf(opened, 'summary') || name, value }];
  });
}

export function mediaOf(spec: ApiSpec, content: Json | undefined): ApiMedia[] {
  return entriesOf(content).map(([type, media]) => {
    const node = resolveObject(spec, media);
    const example = fieldOf(node, 'example');
    return {
      type,
      // OpenAPI 3.2: `itemSchema` describes each item of a stream.
      schema: fieldOf(node, 'schema') ?? fieldOf(node, 'itemSchema'),
      encoding: fieldOf(node, 'encoding'),
      examples: example === undefined ? namedExamples(spec, node) : [{ name: 'Example', value: example }],
    };
  });
}

function responseOf(spec: ApiSpec, status: string, response: Json): ApiResponse {
  const node = resolveObject(spec, response);
  return {
    status,
    description: textOf(node, 'description') || textOf(node, 'summary'),
    media: mediaOf(spec, fieldOf(node, 'content')),
    headers: entriesOf(fieldOf(node, 'headers')).map(([name, header]) => ({ name, node: resolveObject(spec, header) })),
  };
}

function securityOf(spec: ApiSpec, node: Json): SecurityScheme[][] {
  const own = fieldOf(node, 'security');
  const requirements = isList(own) ? own : listOf(spec.root, 'security');
  const schemes = fieldOf(fieldOf(spec.root, 'components'), 'securitySchemes');
  const alternatives: SecurityScheme[][] = [];
  for (const requirement of requirements) {
    const set = entriesOf(requirement).flatMap(([name, scopes]) => {
      const scheme = resolveObject(spec, fieldOf(schemes, name));
      if (!isObject(fieldOf(schemes, name))) return [];
      return [
        {
          name,
          node: scheme,
          scopes: isList(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
        },
      ];
    });
    if (set.length > 0) alternatives.push(set);
  }
  return alternatives;
}
