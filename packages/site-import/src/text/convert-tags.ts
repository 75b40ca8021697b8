import { ownValue } from './own-value.ts';

/** How a tag of one format is converted: to another name and other properties, or removed. */
export interface TagRule {
  /** `''`: the tags are removed, their content is kept. */
  readonly name: string;
  /** Old property → new property; other properties are dropped. If absent, all properties are kept. */
  readonly props?: Readonly<Record<string, string>>;
}

export interface TagReading {
  readonly rules: ReadonlyMap<string, TagRule>;
  /** Whether a component of this name is allowed: it is built in, or defined by the page. */
  isKnown(name: string): boolean;
  /** Returns the new value of an address (`src`, `href`, `poster`), or `undefined` if it doesn't exist. */
  address(value: string): string | undefined;
  lose(message: string): void;
}

interface Attribute {
  readonly name: string;
  /** Text, an expression with its braces, or `undefined` for a bare name. */
  readonly value: { readonly kind: 'text' | 'expression'; readonly text: string } | undefined;
}

const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const renamed: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  frameborder: 'frameBorder',
  allowfullscreen: 'allowFullScreen',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
  autoplay: 'autoPlay',
  playsinline: 'playsInline',
  crossorigin: 'crossOrigin',
  referrerpolicy: 'referrerPolicy',
};
const addresses: ReadonlySet<string> = new Set(['src', 'href', 'poster', 'img']);
/** Obsolete presentational attributes; only `align` is converted to a style. */
const dropped: ReadonlySet<string> = new Set(['bgcolor', 'valign', 'cellpadding', 'cellspacing', 'border', 'markdown']);
const maxTag = 20_000;

/**
 * Converts HTML to MDX: unclosed elements are closed, attributes become JSX, comments become expressions, and braces
 * between tags are escaped. Scripts are removed. The text may begin or end in the middle of an element, where a
 * Markdown parser splits it.
 */
export function convertTags(html: string, reading: TagReading): string {
  let rest = html;
  let out = '';
  while (rest !== '') {
    const next = rest.indexOf('<');
    if (next !== 0) {
      out += escapeText(next === -1 ? rest : rest.slice(0, next));
      rest = next === -1 ? '' : rest.slice(next);
      continue;
    }
    const [written, taken] = convertOne(rest, reading);
    out += written;
    rest = rest.slice(taken);
  }
  return out;
}

/**
 * Converts a tag, comment or stray `<` at the beginning of the text. Returns the replacement and the length of the
 * original.
 */
function convertOne(text: string, reading: TagReading): [written: string, taken: number] {
  if (text.startsWith('<!--')) {
    const end = text.indexOf('-->', 4);
    const content = end === -1 ? text.slice(4) : text.slice(4, end);
    return [writeComment(content), end === -1 ? text.length : end + 3];
  }
  if (/^<[!?]/.test(text)) {
    const end = text.indexOf('>');
    return ['', end === -1 ? text.length : end + 1];
  }
  const raw = /^<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/i.exec(text);
  if (raw !== null) {
    reading.lose(`<${(raw[1] ?? '').toLowerCase()}> is left out`);
    return ['', raw[0].length];
  }
  const closing = /^<\/([A-Za-z][\w.:-]*)\s*>/.exec(text);
  if (closing !== null) return [convertClosing(closing[1] ?? '', reading), closing[0].length];
  const tag = readTag(text);
  if (tag === undefined) return ['&lt;', 1];
  return [convertOpening(tag, reading), tag.length];
}

const writeComment = (content: string): string => `{/*${content.replaceAll('*/', '* /')}*/}`;

function convertClosing(name: string, reading: TagReading): string {
  const target = targetName(name, reading);
  return target === '' || voidElements.has(target) ? '' : `</${target}>`;
}

function convertOpening(tag: Tag, reading: TagReading): string {
  const target = targetName(tag.name, reading);
  if (target === '') {
    if (!reading.rules.has(tag.name)) reading.lose(`the component <${tag.name}> is not converted; its text is kept`);
    return '';
  }
  const props = reading.rules.get(tag.name)?.props;
  const has = (key: string): boolean => tag.attributes.some(({ name }) => name === key);
  const written = tag.attributes.flatMap((attribute) => {
    const name = props === undefined ? attribute.name : props[attribute.name];
    if (name === undefined) return [];
    // If two properties are merged, such as `label` and `value`, the rule lists the preferred property first.
    const better = Object.keys(props ?? {}).find((key) => props?.[key] === name && has(key));
    if (better !== undefined && better !== attribute.name) return [];
    return writeAttribute({ ...attribute, name }, target, reading) ?? [];
  });
  if (target === 'img' && !written.some((text) => text.startsWith(' src='))) {
    const alt = tag.attributes.find(({ name }) => name === 'alt')?.value;
    return alt?.kind === 'text' ? escapeText(alt.text) : '';
  }
  const end = tag.isClosed || voidElements.has(target) ? ' />' : '>';
  return `<${target}${written.join('')}${end}`;
}

function targetName(name: string, reading: TagReading): string {
  const rule = reading.rules.get(name);
  if (rule !== undefined) return rule.name;
  if (/^[A-Z]/.test(name) && !name.includes(':'))
    return reading.isKnown(name) ? name : /^[A-Z]+\d?$/.test(name) ? name.toLowerCase() : '';
  return name.includes(':') ? '' : name.toLowerCase();
}

function writeAttribute({ name, value }: Attribute, element: string, reading: TagReading): string | undefined {
  const isComponent = /^[A-Z]/.test(element);
  const lower = name.toLowerCase();
  if (/^on[a-z]/i.test(name) && !isComponent) {
    reading.lose(`${name} of <${element}> is left out: scripts in pages are not converted`);
    return undefined;
  }
  if (!/^[A-Za-z_][\w-]*$/.test(name) || (!isComponent && dropped.has(lower))) return undefined;
  const written = isComponent ? name : (ownValue(renamed, lower) ?? name);
  if (value === undefined) return ` ${written}`;
  const asset = /^\{\s*(?:useBaseUrl|require)\(\s*(['"`])([^'"`]*)\1\s*\)(?:\.default)?\s*\}$/.exec(value.text)?.[2];
  if (addresses.has(lower) && (value.kind === 'text' || asset !== undefined)) {
    const target = reading.address(asset ?? value.text);
    return target === undefined ? undefined : ` ${written}="${quote(target)}"`;
  }
  if (value.kind === 'expression') return ` ${written}=${value.text}`;
  if (lower === 'style' && !isComponent) return writeStyle(value.text);
  if (lower === 'align') return ` style={{ textAlign: ${JSON.stringify(value.text)} }}`;
  return ` ${written}="${quote(value.text)}"`;
}

function writeStyle(css: string): string | undefined {
  const entries = css.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const name = declaration.slice(0, at).trim();
    const value = declaration.slice(at + 1).trim();
    if (at === -1 || value === '' || !/^-{0,2}[a-zA-Z][\w-]*$/.test(name)) return [];
    const key = name.startsWith('--')
      ? JSON.stringify(name)
      : name.replaceAll(/(?<!-)-+([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [`${key}: ${JSON.stringify(value)}`];
  });
  return entries.length === 0 ? undefined : ` style={{ ${entries.join(', ')} }}`;
}

interface Tag {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly isClosed: boolean;
  readonly length: number;
}

/** Returns the opening tag at the beginning of the text, or `undefined` if none exists. */
export function readTag(text: string): Tag | undefined {
  const name = /^<([A-Za-z][\w.:-]*)/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const attributes: Attribute[] = [];
  let at = name.length + 1;
  while (at < Math.min(text.length, maxTag)) {
    const rest = text.slice(at, at + maxTag);
    const end = /^\s*(\/?)>/.exec(rest);
    if (end !== null) return { name, attributes, isClosed: end[1] === '/', length: at + end[0].length };
    const spread = /^\s*\{/.exec(rest);
    if (spread !== null) {
      const expression = braced(rest.slice(spread[0].length - 1));
      if (expression === '') return undefined;
      at += spread[0].length - 1 + expression.length;
      continue;
    }
    const found = /^[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?="|'|\{|[^\s"'<>`]))?/.exec(rest);
    if (found?.[1] === undefined) return undefined;
    at += found[0].length;
    const hasValue = /=\s*$/.test(found[0]);
    const value = hasValue ? readValue(text.slice(at, at + maxTag)) : undefined;
    if (hasValue && value === undefined) return undefined;
    at += value?.length ?? 0;
    attributes.push({ name: found[1], value });
  }
  return undefined;
}

function readValue(text: string): (NonNullable<Attribute['value']> & { readonly length: number }) | undefined {
  if (text.startsWith('{')) {
    const expression = braced(text);
    return expression === '' ? undefined : { kind: 'expression', text: expression, length: expression.length };
  }
  const match = /^(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+?)(?=\s|\/?>))/.exec(text);
  if (match === null) return undefined;
  return { kind: 'text', text: match[1] ?? match[2] ?? match[3] ?? '', length: match[0].length };
}

/** Returns `{…}` at the beginning of the text, skipping strings; empty if it isn't closed. */
function braced(text: string): string {
  let depth = 0;
  let quoteMark = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quoteMark !== '') {
      if (char === '\\') at += 1;
      else if (char === quoteMark) quoteMark = '';
    } else if (char === '"' || char === "'" || char === '`') quoteMark = char;
    else if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) return text.slice(0, at + 1);
  }
  return '';
}

/** Escapes quotation marks. Attributes in MDX support character references, so existing references are kept. */
const quote = (value: string): string => value.replaceAll('"', '&quot;');
const escapeText = (text: string): string => text.replaceAll('{', '&#123;').replaceAll('}', '&#125;');
