import { isValueObject, toText, type Value, type ValueObject } from '@docwright/expressions';
import { escapeAttribute } from '../../markup/escape-html.ts';
import type { PageContext } from './page-context.ts';
import { fillVariables } from '../../site/index.ts';

/** React's spellings that differ from the HTML name by more than case. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['acceptCharset', 'accept-charset'],
  ['httpEquiv', 'http-equiv'],
  ['defaultValue', 'value'],
  ['defaultChecked', 'checked'],
  ['xlinkHref', 'xlink:href'],
  ['xmlSpace', 'xml:space'],
]);

/** SVG attributes that keep their camel case. */
const camelCase: ReadonlySet<string> = new Set(
  'viewBox preserveAspectRatio gradientUnits gradientTransform patternUnits patternTransform clipPathUnits maskUnits markerWidth markerHeight refX refY stdDeviation baseFrequency numOctaves attributeName attributeType repeatCount repeatDur keyTimes keySplines calcMode pathLength textLength lengthAdjust startOffset spreadMethod primitiveUnits filterUnits tableValues'.split(
    ' ',
  ),
);

/** SVG presentation attributes, which React writes in camel case and HTML with dashes. */
const dashed =
  /^(?:stroke|fill|clip|font|text|stop|color|dominant|alignment|baseline|letter|word|writing|marker|shape|flood|lighting|vector|pointer|image|paint|unicode|underline|overline|strikethrough|glyph)[A-Z]/;

/** A site image in a style: its file has a different name in the bundle. */
const siteUrl = /url\(\s*["']?(\/(?!\/)[^"'()\s]+)["']?\s*\)/g;

const linkAttributes: ReadonlySet<string> = new Set(['href', 'action', 'formaction', 'cite', 'xlink:href']);
const assetAttributes: ReadonlySet<string> = new Set(['src', 'poster', 'data']);

/** The attributes of an element, in HTML spelling and escaped, with a leading space. */
export function writeAttributes(tag: string, props: ValueObject, context: PageContext): string {
  let written = '';
  const seen = new Set<string>();
  for (const [key, value] of Object.entries(props)) {
    const name = attributeName(key, tag);
    if (name === undefined || seen.has(name)) continue;
    const text = attributeText(tag, name, value, context);
    if (text === undefined) continue;
    seen.add(name);
    written += text === '' && value === true ? ` ${name}` : ` ${name}="${escapeAttribute(text)}"`;
  }
  return written;
}

function attributeName(key: string, tag: string): string | undefined {
  if (
    key === 'key' ||
    key === 'ref' ||
    key === 'children' ||
    key === 'dangerouslySetInnerHTML' ||
    key === 'suppressHydrationWarning'
  )
    return undefined;
  // Omits handlers: in this format, they are text and have no effect.
  if (/^on/i.test(key)) return undefined;
  const name = renamed.get(key) ?? key;
  // React's way to select an option. In HTML, the element has no such attribute, and the first option is selected.
  if (name === 'value' && (tag === 'select' || tag === 'textarea')) return undefined;
  if (camelCase.has(name)) return name;
  if (dashed.test(name)) return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const plain = /^(?:svg|math)$/.test(tag) && name === 'viewbox' ? 'viewBox' : name.toLowerCase();
  return /^[a-z_:@][\w:.-]*$/i.test(plain) ? plain : undefined;
}

function attributeText(tag: string, name: string, value: Value, context: PageContext): string | undefined {
  if (value === null || value === undefined || value === false)
    return name.startsWith('aria-') && value === false ? 'false' : undefined;
  if (name === 'style')
    return writeStyle(value, context)?.replace(siteUrl, (_, target: string) => writeStyleUrl(target, context));
  if (value === true) return name.startsWith('aria-') || name.startsWith('data-') ? 'true' : '';
  if (typeof value === 'object' && !Array.isArray(value)) return undefined;
  const text = fillVariables(toText(value, context.position.interpreter.budget), context.site);
  if (name === 'srcdoc') return text;
  if (linkAttributes.has(name))
    return tag === 'use' || tag === 'link' ? writeOther(text, context) : context.addresses.href(text);
  if (name === 'srcset') return writeSrcset(text, context);
  if (assetAttributes.has(name))
    return tag === 'iframe' || tag === 'embed' || tag === 'object'
      ? writeFrame(text, context)
      : context.addresses.asset(text);
  return text;
}

/** Writes a URL. The file also keeps its own name, because a component rendered in the browser uses that address. */
function writeStyleUrl(target: string, context: PageContext): string {
  context.output.linkFile(target.slice(1).replace(/[?#].*$/, ''));
  return `url(${context.asset(target)})`;
}

function writeOther(text: string, context: PageContext): string {
  return text.startsWith('#') ? text : context.addresses.asset(text);
}

/** Writes the address of a frame, which shows a page of another host, a page of this site or a file. */
function writeFrame(text: string, context: PageContext): string {
  return text === 'about:blank' ? text : context.addresses.href(text);
}

function writeSrcset(text: string, context: PageContext): string {
  return text
    .split(/,\s+/)
    .map((candidate) => {
      const [address = '', ...size] = candidate.trim().split(/\s+/);
      return [address === '' ? '' : context.addresses.asset(address), ...size].join(' ');
    })
    .join(', ');
}

/** Numeric values of these properties get no unit. */
const unitless: ReadonlySet<string> = new Set(
  'animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth columnCount columns flex flexGrow flexShrink fontWeight gridArea gridColumn gridColumnEnd gridColumnStart gridRow gridRowEnd gridRowStart lineClamp lineHeight opacity order orphans scale tabSize widows zIndex zoom fillOpacity floodOpacity stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth'.split(
    ' ',
  ),
);

/** `style="…"` unchanged, `style={{ … }}` as CSS. */
export function writeStyle(value: Value, { position }: PageContext): string | undefined {
  if (typeof value === 'string') return value;
  if (!isValueObject(value)) return undefined;
  const declarations = Object.entries(value).flatMap(([name, part]) => {
    if (part === null || part === undefined || typeof part === 'boolean' || part === '') return [];
    const property = name.startsWith('--')
      ? name
      : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, '-ms-');
    const text =
      typeof part === 'number' && part !== 0 && !unitless.has(name) && !name.startsWith('--')
        ? `${part}px`
        : toText(part, position.interpreter.budget);
    return [`${property}:${text.replace(/[;{}]/g, '')}`];
  });
  return declarations.join(';');
}
