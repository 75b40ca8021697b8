import type { ComponentHandler } from '../component.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { externalAttributes } from './cards.ts';
import { countProp, flagProp, htmlProp, iconProp, listProp, markdownProp, stripTags, textProp } from './read-props.ts';
import { writeHeading } from '../../markup/write-heading.ts';

const frame: ComponentHandler = (props, children, context) => {
  const caption = markdownProp(props, 'caption', context);
  const hint = markdownProp(props, 'hint', context);
  return (
    `<figure class="frame">${hint === '' ? '' : `<p class="frame-hint">${hint}</p>`}<div class="frame-body">${children.html()}</div>` +
    `${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`
  );
};

/** A panel that the page's layout places next to the content. */
const panel: ComponentHandler = (_props, children) => `<div class="panel">${children.html()}</div>`;

const prompt: ComponentHandler = (props, children, context) => {
  const text = children.text().trim();
  const actions = listProp(props, 'actions').length === 0 ? ['copy'] : listProp(props, 'actions');
  const description = markdownProp(props, 'description', context) || context.word('prompt');
  const icon =
    iconProp(props, context, 'prompt-icon') ||
    context.icon({ name: 'sparkles', library: 'lucide', className: 'prompt-icon' });
  const copy = actions.includes('copy')
    ? `<button type="button" class="prompt-action" data-copy="${escapeAttribute(text)}">${context.word('copyPrompt')}</button>`
    : '';
  const cursor = actions.includes('cursor')
    ? `<a class="prompt-action" href="cursor://anysphere.cursor-deeplink/prompt?text=${escapeAttribute(encodeURIComponent(text))}">${context.word('openInCursor')}</a>`
    : '';
  return (
    `<div class="prompt"><div class="prompt-head">${icon}<span class="prompt-description">${description}</span><span class="prompt-actions">${copy}${cursor}</span></div>` +
    `<details class="prompt-text"><summary>${context.word('showPrompt')}</summary><div>${children.html()}</div></details></div>`
  );
};

/** Parts of a page for one choice (a language, a platform); the theme shows a chooser and remembers the choice. */
const view: ComponentHandler = (props, children, context) => {
  const title = textProp(props, 'title');
  return `<div class="view multi-view-item" data-view="${escapeAttribute(title)}"><p class="view-title">${iconProp(props, context)}${escapeText(title)}</p>${children.html()}</div>`;
};

const visibility: ComponentHandler = (props, children) => (textProp(props, 'for') === 'agents' ? '' : children.html());

const latex: ComponentHandler = (_props, children, context) => context.math(stripTags(children.text()), false);

const heading: ComponentHandler = (props, children, context) => {
  const depth = countProp(props, 'level', { least: 1, most: 6 }) ?? countProp(props, 'as', { least: 1, most: 6 }) ?? 2;
  const text = children.text().trim() || textProp(props, 'title');
  const id = context.uniqueId(textProp(props, 'id') || text);
  context.addHeading({ id, text, depth });
  const html =
    stripTags(children.html()) === '' ? htmlProp(props, 'title') : children.html().replace(/^\s*<p>|<\/p>\s*$/g, '');
  if (flagProp(props, 'noAnchor')) return `<h${depth} id="${escapeAttribute(id)}">${html}</h${depth}>`;
  return writeHeading({ depth, id, html, text, linkTo: context.word('linkTo') });
};

/** A repository as a card. Its statistics would require another host, so only its name is shown. */
const github: ComponentHandler = (props, children, context) => {
  const name = (textProp(props, 'repo') || textProp(props, 'name') || textProp(props, 'href') || children.text())
    .trim()
    .replace(/^https:\/\/github\.com\//, '');
  const owner = textProp(props, 'owner');
  const full = owner === '' || name.includes('/') ? name : `${owner}/${name}`;
  if (!/^[\w.-]+(?:\/[\w.-]+){0,2}\/?$/.test(full)) return children.html();
  const href = `https://github.com/${full}`;
  const icon = context.icon({ name: 'github', library: 'fontawesome', style: 'brands', className: 'card-icon' });
  return `<div class="card card-link card-horizontal"><div class="card-inner">${icon}<div class="card-text"><div class="card-title"><a class="card-cover" href="${escapeAttribute(href)}"${externalAttributes(href)}>${escapeText(full)}</a></div></div></div></div>`;
};

export const blocks: readonly (readonly [string, ComponentHandler])[] = [
  ['Frame', frame],
  ['Panel', panel],
  ['Prompt', prompt],
  ['View', view],
  ['Visibility', visibility],
  ['Latex', latex],
  ['Heading', heading],
  ['GitHub', github],
  ['GitHub.Repo', github],
];
