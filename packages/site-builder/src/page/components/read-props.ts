/** Typed views of a component's attributes as the author wrote them. A value of the wrong type counts as absent. */
import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import type { JsxValue, Props, PropValue, RenderContext } from '../component.ts';
import { escapeText } from '../../markup/escape-html.ts';

export function isJsx(value: PropValue): value is JsxValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    value['kind'] === 'html' &&
    typeof value['html'] === 'string'
  );
}

/** A prop's text, or `''` if the prop is absent. JSX is converted to its text without tags. */
export function textProp(props: Props, name: string): string {
  const value = readOwn(props, name);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isJsx(value) ? stripTags(value.html) : '';
}

/** A prop that can contain JSX: its markup, or its escaped text. */
export function htmlProp(props: Props, name: string): Html {
  const value = readOwn(props, name);
  return isJsx(value) ? value.html : escapeText(textProp(props, name));
}

/** A prop that can contain JSX or inline Markdown. */
export function markdownProp(props: Props, name: string, context: RenderContext): Html {
  const value = readOwn(props, name);
  if (isJsx(value)) return value.html;
  const text = textProp(props, name);
  return text === '' ? '' : context.inlineMarkdown(text);
}

/** `<X open>`, `open={true}` and `open="true"` are true; `open={false}` and `open="false"` are false. */
export function flagProp(props: Props, name: string, fallback = false): boolean {
  const value = readOwn(props, name);
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'string') return value !== 'false';
  return value !== false && value !== 0;
}

/** A whole number from `least` to `most`, even if written as text. */
export function countProp(
  props: Props,
  name: string,
  range: { readonly least: number; readonly most: number },
): number | undefined {
  const value = readOwn(props, name);
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? Math.min(range.most, Math.max(range.least, Math.trunc(number))) : undefined;
}

/** One of `allowed`, in upper or lower case; otherwise the first of `allowed`. */
export function choiceProp<T extends string>(props: Props, name: string, allowed: readonly [T, ...T[]]): T {
  const value = textProp(props, name).toLowerCase();
  return allowed.find((choice) => choice === value) ?? allowed[0];
}

/** The strings of a list, or a single string as a list. */
export function listProp(props: Props, name: string): readonly string[] {
  const value = readOwn(props, name);
  if (Array.isArray(value))
    return value.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
  const text = textProp(props, name);
  return text === '' ? [] : [text];
}

/** Line numbers from `{[1, 3]}`, `"1,3-5"` or `{4}`. */
export function linesProp(props: Props, name: string): readonly number[] {
  return listProp(props, name).flatMap((text) =>
    text.split(/[,\s{}[\]]+/).flatMap((range) => {
      const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range);
      if (!match) return [];
      const first = Number(match[1]);
      const last = Math.min(Number(match[2] ?? match[1]), first + 2_000);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    }),
  );
}

/** A color allowed in a `style` attribute: hex, `rgb()`, `hsl()`, `oklch()` or a name. */
export function colorProp(props: Props, name: string): string | undefined {
  const value = textProp(props, name).trim();
  return isColor(value) ? value : undefined;
}

export function isColor(value: string): boolean {
  return /^(?:#[\da-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl|oklch|oklab|hwb|lab|lch)a?\([\d\s.,%/a-z-]{1,60}\)|var\(--[\w-]{1,60}\))$/i.test(
    value,
  );
}

/** The icon named by `icon`, `iconType` and `iconLibrary`; `''` without one. */
export function iconProp(props: Props, context: RenderContext, className?: string): Html {
  const value = readOwn(props, 'icon');
  if (isJsx(value))
    return `<span class="icon-slot${className === undefined ? '' : ` ${className}`}">${value.html}</span>`;
  const spec = toIconSpec(props, value);
  return spec === undefined ? '' : context.icon(className === undefined ? spec : { ...spec, className });
}

export function toIconSpec(props: Props, value: PropValue): IconSpec | undefined {
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsx(value) ? value : undefined;
  const name = fields ? textProp(fields, 'name') : typeof value === 'string' ? value : '';
  if (name === '') return undefined;
  const style = textProp(props, 'iconType') || (fields ? textProp(fields, 'style') : '');
  const library = (textProp(props, 'iconLibrary') || (fields ? textProp(fields, 'library') : '')).toLowerCase();
  const named = library === 'fontawesome' || library === 'lucide' || library === 'tabler' ? library : undefined;
  return { name, ...(style === '' ? {} : { style }), ...(named === undefined ? {} : { library: named }) };
}

/** A safe link: the author's target in the form for this page, or `undefined` without a target. */
export function hrefProp(props: Props, context: RenderContext, name = 'href'): string | undefined {
  const target = textProp(props, name).trim();
  return target === '' ? undefined : context.href(target);
}

export function isExternal(href: string): boolean {
  return /^(?:https?:)?\/\//i.test(href);
}

export function stripTags(html: Html): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .trim();
}

/** The content of a single `<p>`, where only phrasing content is allowed. */
export function unwrapParagraph(html: Html): Html {
  const match = /^\s*<p>([\s\S]*)<\/p>\s*$/.exec(html);
  return match?.[1] !== undefined && !match[1].includes('<p>') ? match[1] : html.trim();
}

function readOwn(props: Props, name: string): PropValue {
  return Object.hasOwn(props, name) ? props[name] : undefined;
}
