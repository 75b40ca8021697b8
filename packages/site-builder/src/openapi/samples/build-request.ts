/** The request that code samples show and the playground uses initially. */
import type { ApiMedia, ApiOperation, ApiParameter, SecurityScheme } from '../describe/describe-operation.ts';
import { makeExample } from '../describe/make-example.ts';
import { formParts, queryPairs, simpleText, type QueryStyle } from '../client/serialize-value.ts';
import { type ApiSpec, type Json, entriesOf, fieldOf, isList, plainText, textOf } from '../../site/index.ts';

export interface SampleBody {
  readonly type: string;
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'file';
  /** The body, for all kinds except forms. */
  readonly text: string;
  readonly json: Json | undefined;
  readonly fields: readonly SampleField[];
}

/** A part of a form; names are repeated for the items of a list. */
export interface SampleField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
  /** Content type of a part that isn't plain text; `''` otherwise. */
  readonly type: string;
}

export interface SampleRequest {
  /** Upper case. */
  readonly method: string;
  /** Path parameters as `{name}`, query filled in. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | undefined;
}

export interface SampleOptions {
  readonly onlyRequired: boolean;
}

export function buildRequest(spec: ApiSpec, operation: ApiOperation, { onlyRequired }: SampleOptions): SampleRequest {
  const server = (operation.servers[0]?.url ?? '').replace(/\/$/, '');
  const base = /^[a-z]+:\/\//i.test(server) ? server : `https://api.example.com${server}`;
  const wanted = operation.parameters.filter(
    (parameter) => (parameter.required || !onlyRequired || isAuthorization(parameter)) && !parameter.deprecated,
  );
  const query = wanted.filter((parameter) => parameter.place === 'query' && isSent(parameter));
  const auth = authOf(operation.security[0] ?? []);
  const pairs = [...query.flatMap((parameter) => parameterPairs(spec, parameter)), ...auth.query];
  const media = operation.body?.media[0];
  const body = media === undefined ? undefined : buildBody(spec, media, onlyRequired);
  const headers: [string, string][] = [
    ...auth.headers,
    ...wanted
      .filter((parameter) => parameter.place === 'header' && (isSent(parameter) || isAuthorization(parameter)))
      .filter(({ name }) => !auth.headers.some(([known]) => known.toLowerCase() === name.toLowerCase()))
      .map((parameter): [string, string] => [
        parameter.name,
        isAuthorization(parameter) && parameter.example === undefined ? 'Bearer <token>' : headerText(spec, parameter),
      ]),
  ];
  const cookies = [
    ...wanted
      .filter(({ place, required }) => place === 'cookie' && required)
      .map((parameter) => `${parameter.name}=${exampleText(spec, parameter)}`),
    ...auth.cookies,
  ];
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  // A multipart request's type includes a boundary, which the HTTP library adds.
  if (body !== undefined && body.kind !== 'multipart') headers.push(['Content-Type', body.type]);
  return {
    method: operation.method.toUpperCase(),
    url: base + operation.path + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
    headers: headers.map(([name, value]) => [name, oneLine(value)] as const),
    body,
  };
}

function isSent({ required, example }: ApiParameter): boolean {
  return required || example !== undefined;
}

/** Whether a parameter is authentication, declared as a header of the operation instead of as a scheme. */
function isAuthorization({ place, name }: ApiParameter): boolean {
  return place === 'header' && name.toLowerCase() === 'authorization';
}

function valueOf(spec: ApiSpec, { example, schema }: ApiParameter): Json {
  return example ?? makeExample(spec, schema, { direction: 'request', onlyRequired: false });
}

export function exampleText(spec: ApiSpec, parameter: ApiParameter): string {
  const value = valueOf(spec, parameter);
  if (isList(value)) return value.map(plainText).join(',');
  return plainText(value);
}

function parameterPairs(spec: ApiSpec, parameter: ApiParameter): string[] {
  const { name, node } = parameter;
  const value = valueOf(spec, parameter);
  // A parameter described by its content is a single value of that type.
  if (fieldOf(node, 'content') !== undefined) return queryPairs(name, plainText(value), plainStyle);
  return queryPairs(name, value, styleOf(parameter));
}

const plainStyle: QueryStyle = { style: 'form', explode: true };

/**
 * The style of a parameter or a form field. In the query, a cookie or a form, lists are exploded unless the
 * specification says otherwise.
 */
export function styleOf({ node, place }: { readonly node: Json | undefined; readonly place?: string }): QueryStyle {
  const style = textOf(node, 'style');
  const explode = fieldOf(node, 'explode');
  const isForm = place !== 'path' && place !== 'header' && (style === '' || style === 'form');
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : isForm,
    ...(fieldOf(node, 'allowReserved') === true && { allowReserved: true }),
  };
}

/** A header's value. */
function headerText(spec: ApiSpec, parameter: ApiParameter): string {
  const value = valueOf(spec, parameter);
  if (fieldOf(parameter.node, 'content') !== undefined) return plainText(value);
  return simpleText(value, styleOf(parameter).explode);
}

interface AuthParts {
  readonly headers: [string, string][];
  readonly query: string[];
  readonly cookies: string[];
}

function authOf(schemes: readonly SecurityScheme[]): AuthParts {
  const parts: AuthParts = { headers: [], query: [], cookies: [] };
  for (const { node } of schemes) {
    const type = textOf(node, 'type').toLowerCase();
    const name = textOf(node, 'name') || 'X-API-Key';
    if (type === 'apikey') {
      const place = textOf(node, 'in');
      if (place === 'query') parts.query.push(`${encodeURIComponent(name)}=<api-key>`);
      else if (place === 'cookie') parts.cookies.push(`${name}=<api-key>`);
      else parts.headers.push([name, '<api-key>']);
    } else if (type === 'http' && textOf(node, 'scheme').toLowerCase() === 'basic') {
      parts.headers.push(['Authorization', 'Basic <credentials>']);
    } else if (type !== 'mutualtls') {
      parts.headers.push(['Authorization', 'Bearer <token>']);
    }
  }
  return parts;
}

export function buildBody(spec: ApiSpec, media: ApiMedia, onlyRequired: boolean): SampleBody {
  const value = media.examples[0]?.value ?? makeExample(spec, media.schema, { direction: 'request', onlyRequired });
  const type = media.type;
  if (/multipart|x-www-form-urlencoded/i.test(type)) {
    const kind = /multipart/i.test(type) ? 'multipart' : 'form';
    const fields = entriesOf(value).flatMap(([name, item]) => formFields(name, item, media));
    return { type, kind, text: '', json: value, fields };
  }
  if (/json/i.test(type) || type === '*/*') {
    // Authors can write the example as a JSON string.
    const json = typeof value === 'string' ? parsedOr(value) : value;
    return {
      type: type === '*/*' ? 'application/json' : type,
      kind: 'json',
      text: JSON.stringify(json, null, 2),
      json,
      fields: [],
    };
  }
  const isText = /^text\/|xml|yaml|graphql|javascript/i.test(type);
  return { type, kind: isText ? 'text' : 'file', text: plainText(value), json: undefined, fields: [] };
}

function formFields(name: string, value: Json, { encoding }: ApiMedia): SampleField[] {
  const node = fieldOf(encoding, name);
  // Several types are a choice; the first one is shown.
  const contentType = textOf(node, 'contentType')
    .replace(/,.*$/s, '')
    .replace(/^.*\*.*$/s, '');
  return formParts({ name, contentType, ...styleOf({ node }) }, value).map(({ text, type, ...part }) => ({
    name: part.name,
    value: oneLine(text),
    isFile: text === '<file>',
    type: text === '<file>' ? '' : type,
  }));
}

function parsedOr(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
