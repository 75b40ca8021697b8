/** From what a reader filled in to a request: pure, so that it is tested without a browser. */
import type { PlaygroundAuth, PlaygroundBody, PlaygroundData, PlaygroundField } from './playground-data.ts';

export interface PlaygroundInput {
  readonly server: string;
  /** Values by field name and place (`query limit`); lists hold one value a line. */
  readonly values: ReadonlyMap<string, string>;
  readonly auth: readonly PlaygroundAuth[];
  /** Keys, tokens or `user:password`, in the order of `auth`. */
  readonly credentials: readonly string[];
  readonly body: PlaygroundBody | undefined;
  readonly bodyText: string;
  readonly files: ReadonlyMap<string, File>;
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
  const pair = (name: string, value: string) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  for (const field of data.fields) {
    const text = input.values.get(fieldKey(field)) ?? '';
    if (text === '') continue;
    const items = field.isList ? splitList(text) : [text];
    if (field.place === 'path') path = path.replaceAll(`{${field.name}}`, items.map(encodeURIComponent).join(','));
    else if (field.place === 'header') headers.push([field.name, items.join(',')]);
    else {
      const pairs = field.explode ? items.map((item) => pair(field.name, item)) : [pair(field.name, items.join(','))];
      (field.place === 'cookie' ? cookies : query).push(...pairs);
    }
  }
  input.auth.forEach((scheme, index) => {
    const value = input.credentials[index] ?? '';
    if (value === '') return;
    if (scheme.kind === 'bearer') headers.push(['Authorization', /^\w+ /.test(value) ? value : `Bearer ${value}`]);
    else if (scheme.kind === 'basic') headers.push(['Authorization', `Basic ${toBase64(value)}`]);
    else if (scheme.kind === 'header') headers.push([scheme.name, value]);
    else if (scheme.kind === 'query') query.push(pair(scheme.name, value));
    else cookies.push(pair(scheme.name, value));
  });
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const body = data.method === 'GET' || data.method === 'HEAD' ? undefined : buildBody(input);
  if (body !== undefined && !(body instanceof FormData) && input.body !== undefined)
    headers.push(['Content-Type', input.body.type]);
  const address = input.server.replace(/\/$/, '') + path;
  const joint = query.length === 0 ? '' : (address.includes('?') ? '&' : '?') + query.join('&');
  return { url: address + joint, method: data.method, headers, body };
}

/** A page may not set cookies of another site. */
export function withoutCookies(request: BuiltRequest): BuiltRequest {
  return { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'cookie') };
}

function splitList(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function buildBody({ body, bodyText, values, files }: PlaygroundInput): BuiltRequest['body'] {
  if (body === undefined) return undefined;
  if (body.kind === 'file') return files.get('body');
  if (body.kind !== 'form' && body.kind !== 'multipart') return bodyText === '' ? undefined : bodyText;
  const entries = body.fields.flatMap((field): [string, string | File][] => {
    const file = files.get(field.name);
    if (file !== undefined) return [[field.name, file]];
    const value = values.get(fieldKey(field)) ?? '';
    return value === '' ? [] : (field.isList ? splitList(value) : [value]).map((item) => [field.name, item]);
  });
  if (body.kind === 'form')
    return entries
      .map(
        ([name, value]) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : value.name)}`,
      )
      .join('&');
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** `btoa` accepts Latin-1 only. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
