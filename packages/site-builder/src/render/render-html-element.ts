import { isValueObject, type ValueObject } from '../expressions/index.ts';
import type { ChildParts, Html } from '../model.ts';
import { writeAttributes } from './html-attributes.ts';
import { documentElements, phrasingContainers, rawTextElements, voidElements, blockTag } from './html-elements.ts';
import { plainText } from './plain-text.ts';
import type { RenderEnv } from './render-env.ts';

const headingTag = /^h[1-6]$/;

/** An HTML or SVG element that an author wrote. */
export function renderHtmlElement(tag: string, props: ValueObject, children: ChildParts, env: RenderEnv): Html {
  if (documentElements.has(tag) && tag !== 'title') return tag === 'base' || tag === 'meta' ? '' : children.html();
  if (headingTag.test(tag)) return renderHtmlHeading(tag, props, children, env);
  const attributes = writeAttributes(tag, props, env.page);
  if (voidElements.has(tag))
    return `<${tag}${attributes}${tag === 'img' && props['alt'] === undefined ? ' alt=""' : ''}>`;
  const inner = innerHtml(props) ?? (rawTextElements.has(tag) ? rawText(tag, children) : children.html());
  if (tag !== 'p' && tag !== 'span') return `<${tag}${attributes}>${inner}</${tag}>`;
  return phrasingContainers.has(tag) && tag === 'p' && blockTag.test(inner)
    ? `<div${attributes}>${inner}</div>`
    : `<${tag}${attributes}>${inner}</${tag}>`;
}

function innerHtml(props: ValueObject): Html | undefined {
  const given = props['dangerouslySetInnerHTML'];
  const html = isValueObject(given) ? given['__html'] : undefined;
  return typeof html === 'string' ? html : undefined;
}

/** The text of a `<script>` or `<style>`, which is not HTML and must not end its element. */
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

/** `<h2>` written as HTML is a heading of the page like any other. */
function renderHtmlHeading(tag: string, props: ValueObject, children: ChildParts, env: RenderEnv): Html {
  const inner = innerHtml(props) ?? children.html();
  const text = plainText(inner);
  const own = props['id'];
  const id = typeof own === 'string' && own !== '' ? own : env.page.uniqueId(text);
  const attributes = writeAttributes(tag, { ...props, id }, env.page);
  if (text !== '') env.page.addHeading({ id, text, depth: Number(tag.slice(1)) });
  return `<${tag}${attributes}>${inner}</${tag}>`;
}
