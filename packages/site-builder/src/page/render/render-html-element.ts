import { createObject, isValueObject, type Value, type ValueObject } from '@docwright/expressions';
import { placeImage } from '../components/index.ts';
import type { ChildParts } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import { writeAttributes, writeStyle } from './html-attributes.ts';
import { documentElements, phrasingContainers, rawTextElements, voidElements, blockTag } from './html-elements.ts';
import type { PageContext } from './page-context.ts';
import type { RenderEnv } from './render-env.ts';
import { plainText } from './plain-text.ts';
import { markLongCode, wrapTable, writeCell } from './write-cell.ts';
import { fillVariables } from '../../site/index.ts';

const headingTag = /^h[1-6]$/;

/** Renders an HTML or SVG element that an author wrote. */
export function renderHtmlElement(tag: string, props: ValueObject, children: ChildParts, env: RenderEnv): Html {
  if (documentElements.has(tag) && tag !== 'title') return tag === 'base' || tag === 'meta' ? '' : children.html();
  if (headingTag.test(tag)) return renderHtmlHeading(tag, props, children, env);
  const attributes = writeAttributes(tag, tag === 'img' ? placeInPage(props, env.page) : props, env.page);
  if (voidElements.has(tag))
    return `<${tag}${attributes}${tag === 'img' && props['alt'] === undefined ? ' alt=""' : ''}>`;
  const inner = innerHtml(props) ?? (rawTextElements.has(tag) ? rawText(tag, children) : children.html());
  if (tag === 'a') return `<a${attributes}${nameOfLink(props, inner)}>${inner}</a>`;
  if (tag === 'td' || tag === 'th')
    return attributes.includes(' class=')
      ? `<${tag}${attributes}>${markLongCode(inner)}</${tag}>`
      : writeCell({ tag, attributes, html: inner });
  if (tag === 'table' && !attributes.includes(' class=') && env.page.position.island === undefined)
    return wrapTable(`<table${attributes}>${inner}</table>`, env.page.word('table'));
  if (tag !== 'p' && tag !== 'span') return `<${tag}${attributes}>${inner}</${tag}>`;
  return phrasingContainers.has(tag) && tag === 'p' && blockTag.test(inner)
    ? `<div${attributes}>${inner}</div>`
    : `<${tag}${attributes}>${inner}</${tag}>`;
}

/** Names a link with only an icon after its target: `github.com: tasks.py#L165`. */
function nameOfLink({ href, ...props }: ValueObject, inner: Html): Html {
  if (typeof href !== 'string' || inner === '' || props['aria-label'] !== undefined || props['title'] !== undefined)
    return '';
  if (/\s(?:alt|aria-label|title)="[^"]/.test(inner) || plainText(inner).trim() !== '') return '';
  const { host, pathname, hash } = URL.parse(href, 'https://site.invalid') ?? { host: '', pathname: '', hash: '' };
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = [...(host === 'site.invalid' ? [] : [host]), last + hash].filter((part) => part !== '').join(': ');
  return name === '' ? '' : ` aria-label="${escapeAttribute(name)}"`;
}

/** The props of an `<img>`, with the attributes that reserve its space until it loads. */
function placeInPage(props: ValueObject, page: PageContext): ValueObject {
  const { src } = props;
  if (typeof src !== 'string') return props;
  const text = (value: Value): string | undefined =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const written = writeStyle(props['style'], page) ?? '';
  const className = text(props['className']) ?? text(props['class']) ?? '';
  const size = page.imageSize(fillVariables(src, page.site));
  const { style, ...numbers } = placeImage(
    { width: text(props['width']), height: text(props['height']), className, style: written },
    size,
  );
  const placed = createObject([...Object.entries(props), ...Object.entries(numbers)]);
  if (style !== undefined) placed['style'] = written === '' ? style : `${written.replace(/;\s*$/, '')};${style}`;
  return placed;
}

function innerHtml(props: ValueObject): Html | undefined {
  const inner = props['dangerouslySetInnerHTML'];
  const html = isValueObject(inner) ? inner['__html'] : undefined;
  return typeof html === 'string' ? html : undefined;
}

/** Writes the text of a `<script>` or `<style>`, which isn't HTML and must not close its element. */
function rawText(tag: string, children: ChildParts): string {
  const text = plainCode(children.html());
  return text.replace(new RegExp(`</(?=${tag})`, 'gi'), '<\\/');
}

function plainCode(html: Html): string {
  return html
    .replace(/<\/?(?:p|div)[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

/** Renders a heading that is written as HTML, such as `<h2>`, as a heading of the page like any other. */
function renderHtmlHeading(tag: string, props: ValueObject, children: ChildParts, env: RenderEnv): Html {
  const inner = innerHtml(props) ?? env.page.output.withoutText(() => children.html());
  const text = plainText(inner);
  const own = props['id'];
  const id = typeof own === 'string' && own !== '' ? own : env.page.uniqueId(text);
  const attributes = writeAttributes(tag, { ...props, id }, env.page);
  if (text !== '') env.page.addHeading({ id, text, depth: Number(tag.slice(1)) });
  return `<${tag}${attributes}>${inner}</${tag}>`;
}
