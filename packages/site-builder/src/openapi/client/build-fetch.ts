/** Turns a reader's input into a request. Pure, so that it can be tested without a browser. */
import {
  formParts,
  isListOf,
  pathText,
  queryPairs,
  readTyped,
  simpleText,
  textOfData,
  type Data,
  type QueryStyle,
} from './serialize-value.ts';
import type { PlaygroundAuth, PlaygroundBody, PlaygroundData, PlaygroundField } from './playground-data.ts';

export interface PlaygroundInput {
  readonly server: string;
  /** Values by place and field name (`query limit`); lists have one value per line. */
  readonly values: ReadonlyMap<string, string>;
  readonly auth: readonly PlaygroundAuth[];
  /** Keys, tokens or `user:password`, in the order of `auth`. */
  readonly credentials: readonly string[];
  readonly body: PlaygroundBody | undefined;
  readonly bodyText: string;
  /** Keyed by field name; `body` for a body that is a file. */
  readonly files: ReadonlyMap<string, readonly File[]>;
}

export interface BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | FormData | File | undefined;
}

export function fieldKey({ place, name }: Pick<PlaygroundField, 'place' | 'name'>): string {
  return `${place} ${name}`;
}

/** Names of required fields without a value. */
export function missingFields(data: PlaygroundData, input: PlaygroundInput): string[] {
  const fields = [...data.fields, ...(input.body?.fields ?? [])];
  return fields
    .filter(
      (field) => field.required && (input.values.get(fieldKey(field)) ?? '') === '' && !input.files.has(field.name),
    )
    .map(({ name }) => name);
}

export function buildFetch(data: PlaygroundData, input: PlaygroundInput): BuiltRequest {
  const headers: [string, string][] = [];
  const query: string[] = [];
  const cookies: string[] = [];
  let path = data.path;
  for (const field of data.fields) {
    const text = input.values.get(fieldKey(field)) ?? '';
    if (text === '') continue;
    const value = field.isList || field.isObject ? readTyped(text, field.isList) : text;
    if (field.place === 'path') path = path.replaceAll(`{${field.name}}`, pathText(field.name, value, field));
    else if (field.place === 'header') headers.push([field.name, simpleText(value, field.explode)]);
    else (field.place === 'cookie' ? cookies : query).push(...queryPairs(field.name, value, field));
  }
  input.auth.forEach((scheme, index) => {
    const value = input.credentials[index] ?? '';
    if (value === '') return;
    if (scheme.kind === 'bearer') headers.push(['Authorization', /^\w+ /.test(value) ? value : `Bearer ${value}`]);
    else if (scheme.kind === 'basic') headers.push(['Authorization', `Basic ${toBase64(value)}`]);
    else if (scheme.kind === 'header') headers.push([scheme.name, value]);
    else (scheme.kind === 'query' ? query : cookies).push(...queryPairs(scheme.name, value, oneValue));
  });
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const body = data.method === 'GET' || data.method === 'HEAD' ? undefined : buildBody(input);
  if (body !== undefined && !(body instanceof FormData) && input.body !== undefined)
    headers.push(['Content-Type', input.body.type]);
  const address = input.server.replace(/\/$/, '') + path;
  const joint = query.length === 0 ? '' : (address.includes('?') ? '&' : '?') + query.join('&');
  return { url: address + joint, method: data.method, headers, body };
}

/** Removes the `Cookie` header, because a page can't set cookies of another site. */
export function withoutCookies(request: BuiltRequest): BuiltRequest {
  return { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'cookie') };
}

const oneValue: QueryStyle = { style: '', explode: true };

function buildBody({ body, bodyText, values, files }: PlaygroundInput): BuiltRequest['body'] {
  if (body === undefined) return undefined;
  if (body.kind === 'file') return files.get('body')?.[0];
  if (body.kind !== 'form' && body.kind !== 'multipart') return bodyText === '' ? undefined : bodyText;
  const typed = (field: PlaygroundField): Data[] => {
    const text = values.get(fieldKey(field)) ?? '';
    return text === '' ? [] : [field.isList || field.isObject ? readTyped(text, field.isList) : text];
  };
  if (body.kind === 'form') return body.fields.flatMap((field) => formPairs(field, typed(field), files)).join('&');
  const form = new FormData();
  for (const field of body.fields) {
    const chosen = files.get(field.name) ?? [];
    for (const file of chosen) form.append(field.name, file);
    if (chosen.length > 0) continue;
    for (const { name, text, type } of typed(field).flatMap((value) => formParts(field, value)))
      form.append(name, type === '' ? text : new Blob([text], { type }));
  }
  return form;
}

/** Writes a field of a urlencoded body, with only the names of files. An object without a style is one JSON value. */
function formPairs(field: PlaygroundField, values: readonly Data[], files: PlaygroundInput['files']): string[] {
  const names = (files.get(field.name) ?? []).map(({ name }) => name);
  const shown: readonly Data[] = names.length > 0 ? [names] : values;
  return shown.flatMap((value) =>
    queryPairs(field.name, isListOf(value) || field.style !== '' ? value : textOfData(value), field),
  );
}

/** Encodes text as UTF-8 first, because `btoa` accepts only Latin-1. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
