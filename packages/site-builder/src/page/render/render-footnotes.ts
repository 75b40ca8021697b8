import type { FootnoteReferenceNode } from '../mdx/ast.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { fillWord } from '../../markup/fill-word.ts';

import { slugify } from '../../text/slugify.ts';
import { normalize } from './file-env.ts';
import type { RenderEnv } from './render-env.ts';

export function renderFootnoteReference(node: FootnoteReferenceNode, env: RenderEnv): Html {
  const { footnotes, footnoteUses, idPrefix } = env.file;
  const identifier = normalize(node.identifier);
  if (!footnotes.has(identifier)) return `[^${escapeText(node.identifier)}]`;
  const uses = (footnoteUses.get(identifier) ?? 0) + 1;
  footnoteUses.set(identifier, uses);
  const number = [...footnoteUses.keys()].indexOf(identifier) + 1;
  const slug = `${idPrefix}${slugify(identifier)}`;
  const id = uses === 1 ? `fnref-${slug}` : `fnref-${slug}-${uses}`;
  return `<sup class="footnote-ref"><a href="#fn-${slug}" id="${id}" aria-label="${escapeAttribute(fillWord(env.page.word('footnote'), { n: number }))}">${number}</a></sup>`;
}

/** Renders a file's notes in the order of their first reference. Returns `''` if the file has none. */
export function renderFootnotes(env: RenderEnv): Html {
  const { footnotes, footnoteUses, idPrefix } = env.file;
  let items = '';
  // A note can refer to another note: the map grows during the iteration.
  for (const identifier of footnoteUses.keys()) {
    const definition = footnotes.get(identifier);
    if (definition === undefined) continue;
    const slug = `${idPrefix}${slugify(identifier)}`;
    const back = ` <a href="#fnref-${slug}" class="footnote-back" aria-label="${escapeAttribute(env.page.word('backToText'))}">↩</a>`;
    const content = env.render.nodes(definition.children, env);
    const withBack = content.endsWith('</p>') ? `${content.slice(0, -4)}${back}</p>` : content + back;
    items += `<li id="fn-${slug}">${withBack}</li>`;
  }
  return items === ''
    ? ''
    : `<section class="footnotes" aria-label="${escapeAttribute(env.page.word('footnotes'))}"><ol>${items}</ol></section>`;
}
