/** How values become parts of a request, for samples and the playground: OpenAPI 3.1.1, "Style Values" and "Encoding Object". */

/** A JSON value. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data | undefined };

export interface QueryStyle {
  /** `''`: the default, `form`. */
  readonly style: string;
  readonly explode: boolean;
}

/** Items of a list, or properties of an object, that are written; more would hide the end of an address. */
const MAX_PARTS = 50;

/** `name=value` pairs of a query, a cookie or a urlencoded body, percent-encoded. */
export function queryPairs(name: string, value: Data, { style, explode }: QueryStyle): string[] {
  if (isListOf(value)) {
    const items = value.slice(0, MAX_PARTS).map(textOfData);
    if (style === 'deepObject') return items.map((item) => pair(`${name}[]`, item));
    if (explode) return items.map((item) => pair(name, item));
    const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
    return [`${encodeURIComponent(name)}=${items.map(encodeURIComponent).join(separator)}`];
  }
  if (!isObjectOf(value)) return [pair(name, textOfData(value))];
  const entries = entriesOf(value);
  if (style === 'deepObject') return entries.flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, 0));
  if (explode) return entries.map(([key, item]) => pair(key, textOfData(item)));
  const flat = entries.flatMap(([key, item]) => [key, textOfData(item)]);
  return [`${encodeURIComponent(name)}=${flat.map(encodeURIComponent).join(',')}`];
}

/** The specification leaves nested values open; this is what servers that know the style read. */
function deepPairs(name: string, value: Data, depth: number): string[] {
  if (depth < 4 && isObjectOf(value))
    return entriesOf(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, depth + 1));
  if (isListOf(value)) return value.slice(0, MAX_PARTS).map((item) => pair(name, textOfData(item)));
  return [pair(name, textOfData(value))];
}

/** Brackets are readable in an address, and every server accepts them. */
function pair(name: string, value: string): string {
  const readable = encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
  return `${readable}=${encodeURIComponent(value)}`;
}

export interface FormPart {
  readonly text: string;
  /** Content type of the part; `''` for plain text. */
  readonly type: string;
}

/** The parts of one field of a multipart body: each item of a list is a part, and an object is a JSON part. */
export function formParts(value: Data, contentType: string): FormPart[] {
  const items = isListOf(value) && !/json/i.test(contentType) ? value : [value];
  return items.map((item) => ({
    text: textOfData(item),
    type: contentType !== '' ? contentType : isObjectOf(item) || isListOf(item) ? 'application/json' : '',
  }));
}

/** What a reader typed for a list or an object: JSON if it is, the items of a list by line and comma, or the text. */
export function readTyped(text: string, isList: boolean): Data {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text) as Data;
    } catch {
      // Not JSON: a text that begins with a bracket.
    }
  }
  if (!isList) return text;
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function textOfData(value: Data): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isListOf(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

function isObjectOf(value: Data): value is { readonly [key: string]: Data | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesOf(value: { readonly [key: string]: Data | undefined }): [string, Data][] {
  return Object.entries(value)
    .flatMap(([key, item]): [string, Data][] => (item === undefined ? [] : [[key, item]]))
    .slice(0, MAX_PARTS);
}
