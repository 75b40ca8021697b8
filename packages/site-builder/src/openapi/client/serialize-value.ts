/**
 * Converts values to parts of a request, for samples and the playground, as described in OpenAPI 3.1.1, "Style Values"
 * and "Encoding Object".
 */

/** A JSON value. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data | undefined };

export interface QueryStyle {
  /** `''` for the default, `form`. */
  readonly style: string;
  readonly explode: boolean;
  /** Whether reserved URL characters are sent unencoded. */
  readonly allowReserved?: boolean | undefined;
}

/**
 * Maximum number of list items or object properties to write. More of them would hide the end of an address.
 */
const MAX_PARTS = 50;

/** A name and its values, joined by the separator. */
interface Pair {
  readonly name: string;
  readonly items: readonly string[];
  readonly separator: string;
}

/** `name=value` pairs of a query, a cookie or a urlencoded body, percent-encoded. */
export function queryPairs(name: string, value: Data, style: QueryStyle): string[] {
  const encode = style.allowReserved === true ? encodeKeepingReserved : encodeURIComponent;
  return styledPairs(name, value, style).map((pair) => {
    const separator = pair.separator === ',' ? ',' : encodeURIComponent(pair.separator);
    return `${encodeName(pair.name)}=${pair.items.map(encode).join(separator)}`;
  });
}

/** The same pairs as plain text, for form parts. */
function styledParts(name: string, value: Data, style: QueryStyle): { name: string; text: string }[] {
  return styledPairs(name, value, style).map((pair) => ({ name: pair.name, text: pair.items.join(pair.separator) }));
}

function styledPairs(name: string, value: Data, { style, explode }: QueryStyle): Pair[] {
  const one = (key: string, item: Data): Pair => ({ name: key, items: [textOfData(item)], separator: ',' });
  if (style === 'deepObject') return deepPairs(name, value).map(([key, item]) => one(key, item));
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
  if (isListOf(value)) {
    const items = value.slice(0, MAX_PARTS);
    return explode
      ? items.map((item) => one(name, item))
      : [{ name, items: items.map((item) => textOfData(item)), separator }];
  }
  if (!isObjectOf(value)) return [one(name, value)];
  const entries = entriesOf(value);
  if (explode) return entries.map(([key, item]) => one(key, item));
  return [{ name, items: entries.flatMap(([key, item]) => [key, textOfData(item)]), separator }];
}

function deepPairs(name: string, value: Data): [name: string, value: Data][] {
  if (isListOf(value)) return value.slice(0, MAX_PARTS).map((item) => [`${name}[]`, item]);
  if (!isObjectOf(value)) return [[name, value]];
  return entriesOf(value).flatMap(([key, item]) => deeperPairs(`${name}[${key}]`, item, 0));
}

/**
 * Writes nested values as `name[key]`. The specification doesn't define this format, but servers that support the style
 * accept it.
 */
function deeperPairs(name: string, value: Data, depth: number): [name: string, value: Data][] {
  if (depth < 4 && isObjectOf(value))
    return entriesOf(value).flatMap(([key, item]) => deeperPairs(`${name}[${key}]`, item, depth + 1));
  if (!isListOf(value)) return [[name, value]];
  const items = value.slice(0, MAX_PARTS);
  // Properties of one object need a number to stay together.
  if (depth < 4 && items.some((item) => isObjectOf(item)))
    return items.flatMap((item, index) => deeperPairs(`${name}[${index}]`, item, depth + 1));
  return items.map((item) => [name, item]);
}

/** The value of a header or a path parameter, in the style `simple`. */
export function simpleText(value: Data, explode: boolean, encode: (text: string) => string = (text) => text): string {
  if (isListOf(value)) return value.map((item) => encode(textOfData(item))).join(',');
  if (!isObjectOf(value)) return encode(textOfData(value));
  return entriesOf(value)
    .map(([key, item]) => `${encode(key)}${explode ? '=' : ','}${encode(textOfData(item))}`)
    .join(',');
}

/** The text that replaces `{name}` in a path, in the styles `simple`, `label` and `matrix`. */
export function pathText(name: string, value: Data, { style, explode }: QueryStyle): string {
  const simple = simpleText(value, explode, encodeURIComponent);
  if (style === 'label') return `.${explode ? simple.replaceAll(',', '.') : simple}`;
  if (style !== 'matrix') return simple;
  if (!explode || (!isListOf(value) && !isObjectOf(value))) return `;${encodeURIComponent(name)}=${simple}`;
  const parts = simple.split(',');
  return parts.map((part) => (isListOf(value) ? `;${encodeURIComponent(name)}=${part}` : `;${part}`)).join('');
}

/** Encodes a name, except its brackets, which are readable in a URL and accepted by every server. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

/** Encodes a query value, but keeps reserved characters, except those that would end it. */
function encodeKeepingReserved(value: string): string {
  return encodeURIComponent(value).replace(/%(?:3A|2F|3F|5B|5D|40|24|2C|3B|3D)/g, decodeURIComponent);
}

/** A form field as its specification describes it. */
export interface FormField extends QueryStyle {
  readonly name: string;
  /** Content type of the field's part; `''` if its value determines the type. */
  readonly contentType: string;
}

export interface FormPart {
  readonly name: string;
  readonly text: string;
  /** Content type of the part; `''` for plain text. */
  readonly type: string;
}

/**
 * The parts of one field of a multipart body: each item of a list is a part, and an object is a JSON part. If the field
 * sets a style, the style takes precedence over the content type.
 */
export function formParts({ name, contentType, ...style }: FormField, value: Data): FormPart[] {
  if (style.style !== '' || !style.explode)
    return styledParts(name, value, style).map((part) => ({ ...part, type: '' }));
  const items = isListOf(value) && !/json/i.test(contentType) ? value : [value];
  return items.map((item) => ({
    name,
    text: textOfData(item),
    type: contentType !== '' ? contentType : isObjectOf(item) || isListOf(item) ? 'application/json' : '',
  }));
}

/**
 * Parses a reader's input for a list or an object: as JSON if valid, as list items separated by line breaks or commas,
 * or as text.
 */
export function readTyped(text: string, isList: boolean): Data {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text) as Data;
    } catch {
      // Not JSON, but text that begins with a bracket.
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
