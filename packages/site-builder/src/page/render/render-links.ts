import type { ImageNode, ImageReferenceNode, LinkNode, LinkReferenceNode } from '../mdx/ast.ts';
import { nothingWritten, placeImage, writeImagePlace } from '../components/index.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { normalize } from './file-env.ts';
import type { RenderEnv } from './render-env.ts';
import { fillVariables } from '../../site/index.ts';

export function renderLink(node: LinkNode, env: RenderEnv): Html {
  const href = env.page.href(fillVariables(node.url, env.page.site));
  return writeLink(href, node.title, env.render.nodes(node.children, env));
}

function writeLink(href: string, title: string | null | undefined, content: Html): Html {
  // A link to another host opens in a new tab, as readers of the format expect.
  const external = /^https?:/i.test(href) ? ' target="_blank" rel="noopener noreferrer"' : '';
  return `<a href="${escapeAttribute(href)}"${titleAttribute(title)}${external}>${content}</a>`;
}

/** Renders `[text][ref]`, or the author's text if the reference has no definition. */
export function renderLinkReference(node: LinkReferenceNode, env: RenderEnv): Html {
  const definition = env.file.definitions.get(normalize(node.identifier));
  const content = env.render.nodes(node.children, env);
  if (definition === undefined) return `[${content}]`;
  return writeLink(env.page.href(definition.url), definition.title, content);
}

export function renderImage(node: ImageNode, env: RenderEnv): Html {
  return writeImage(fillVariables(node.url, env.page.site), node, env);
}

export function renderImageReference(node: ImageReferenceNode, env: RenderEnv): Html {
  const definition = env.file.definitions.get(normalize(node.identifier));
  if (definition === undefined) return `![${escapeText(node.alt ?? node.identifier)}]`;
  return writeImage(definition.url, { alt: node.alt, title: definition.title }, env);
}

function writeImage(url: string, { alt, title }: Pick<ImageNode, 'alt' | 'title'>, { page }: RenderEnv): Html {
  const place = writeImagePlace(placeImage(nothingWritten, page.imageSize(url)));
  return `<img src="${escapeAttribute(page.asset(url))}" alt="${escapeAttribute(alt ?? '')}"${titleAttribute(title)}${place} loading="lazy">`;
}

function titleAttribute(title: string | null | undefined): string {
  return title === null || title === undefined || title === '' ? '' : ` title="${escapeAttribute(title)}"`;
}
