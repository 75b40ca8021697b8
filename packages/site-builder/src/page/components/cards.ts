import type { ChildParts, ComponentHandler, Props, RenderContext } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { nothingWritten, placeImage, writeImagePlace } from './place-image.ts';
import { calloutKinds } from './callouts.ts';
import {
  choiceProp,
  colorProp,
  countProp,
  flagProp,
  hrefProp,
  htmlProp,
  iconProp,
  isExternal,
  markdownProp,
  textProp,
} from './read-props.ts';

const ARROW =
  '<svg class="card-arrow" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M7 17 17 7M8 7h9v9"/></svg>';

/**
 * A card is a box whose title is the link; the link's `::after` covers the box. This way, the whole card can be
 * clicked, and links inside its text stay separate, which `<a><a>` doesn't allow.
 */
const card: ComponentHandler = (props, children, context) => {
  const href = hrefProp(props, context);
  const body = children.html().trim();
  const title = htmlProp(props, 'title');
  const kind = choiceProp(props, 'type', ['', ...calloutKinds]);
  const classes = [
    'card',
    href === undefined ? '' : 'card-link',
    flagProp(props, 'horizontal') ? 'card-horizontal' : '',
    kind && `card-${kind}`,
  ];
  const arrow = href !== undefined && flagProp(props, 'arrow', isExternal(href)) ? ARROW : '';
  const color = colorProp(props, 'color');
  const icon = iconProp(props, context, 'card-icon');
  return (
    `<div class="${classes.filter(Boolean).join(' ')}"${color === undefined ? '' : ` style="--card-icon:${escapeAttribute(color)}"`}>` +
    cardImage(props, context) +
    `<div class="card-inner">${icon}<div class="card-text">${cardTitle(title, href, textProp(props, 'cta') || cardFallbackName(props))}` +
    `${body === '' ? '' : `<div class="card-body">${body}</div>`}${cardCall(props, title, href)}</div></div>${arrow}</div>`
  );
};

function cardImage(props: Props, context: RenderContext): Html {
  const image = textProp(props, 'img');
  if (image === '') return '';
  const place = writeImagePlace(placeImage(nothingWritten, context.imageSize(image)));
  return `<img class="card-image" src="${escapeAttribute(context.asset(image))}" alt=""${place} loading="lazy">`;
}

function cardTitle(title: Html, href: string | undefined, fallbackName: string): Html {
  if (href === undefined) return title === '' ? '' : `<div class="card-title">${title}</div>`;
  const link = `href="${escapeAttribute(href)}"${externalAttributes(href)}`;
  if (title === '') return `<a class="card-cover" ${link} aria-label="${escapeAttribute(fallbackName)}"></a>`;
  return `<div class="card-title"><a class="card-cover" ${link}>${title}</a></div>`;
}

/** Names the link of a card without a title. */
function cardFallbackName(props: Props): string {
  return textProp(props, 'href').replace(/^https?:\/\//, '');
}

function cardCall(props: Props, title: Html, href: string | undefined): Html {
  const call = htmlProp(props, 'cta');
  return call === '' || (href === undefined && title === '')
    ? ''
    : `<div class="card-cta" aria-hidden="true">${call}<span class="card-cta-arrow">→</span></div>`;
}

/** Returns the attributes that open an external link in a new tab. */
export function externalAttributes(href: string): string {
  return isExternal(href) ? ' target="_blank" rel="noreferrer"' : '';
}

const columns: ComponentHandler = (props, children) => writeColumns(props, children, 'columns');

const cardGroup: ComponentHandler = (props, children) => writeColumns(props, children, 'card-group columns');

function writeColumns(props: Props, children: ChildParts, kind: string): Html {
  const count = countProp(props, 'cols', { least: 1, most: 4 }) ?? 2;
  const className = textProp(props, 'className') || textProp(props, 'class');
  return `<div class="${kind} columns-by-${count}${className === '' ? '' : ` ${escapeAttribute(className)}`}">${children.html()}</div>`;
}

const column: ComponentHandler = (_props, children) => `<div class="column">${children.html()}</div>`;

const tile: ComponentHandler = (props, children, context) => {
  const href = hrefProp(props, context) ?? '#';
  const title = textProp(props, 'title');
  const description = markdownProp(props, 'description', context);
  const name = title === '' ? cardFallbackName(props) : title;
  return (
    `<div class="tile card-link"><div class="tile-preview">${children.html()}</div>` +
    `<div class="tile-title"><a class="card-cover" href="${escapeAttribute(href)}"${externalAttributes(href)}>${escapeText(name)}</a></div>` +
    `${description === '' ? '' : `<div class="tile-description">${description}</div>`}</div>`
  );
};

export const cards: readonly (readonly [string, ComponentHandler])[] = [
  ['Card', card],
  ['CardGroup', cardGroup],
  ['Columns', columns],
  ['Column', column],
  ['Tile', tile],
];
