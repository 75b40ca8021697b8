import type { ComponentHandler } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import { externalAttributes } from './cards.ts';
import {
  choiceProp,
  colorProp,
  flagProp,
  hrefProp,
  htmlProp,
  iconProp,
  isExternal,
  markdownProp,
  textProp,
  toIconSpec,
  unwrapParagraph,
} from './read-props.ts';

const badge: ComponentHandler = (props, children, context) => {
  const color = choiceProp(props, 'color', [
    'gray',
    'blue',
    'green',
    'yellow',
    'orange',
    'red',
    'purple',
    'white',
    'surface',
    'white-destructive',
    'surface-destructive',
  ]);
  const classes = ['badge', `badge-${color}`, `badge-${choiceProp(props, 'size', ['md', 'xs', 'sm', 'lg'])}`];
  if (choiceProp(props, 'shape', ['rounded', 'pill']) === 'pill') classes.push('badge-pill');
  if (flagProp(props, 'stroke')) classes.push('badge-stroke');
  if (flagProp(props, 'disabled')) classes.push('badge-disabled');
  const own = textProp(props, 'className');
  if (own !== '') classes.push(own);
  return `<span class="${escapeAttribute(classes.join(' '))}">${iconProp(props, context)}${unwrapParagraph(children.html())}</span>`;
};

const icon: ComponentHandler = (props, _children, context) => {
  const spec = toIconSpec(props, props['icon'] ?? props['name']);
  if (spec === undefined) return iconProp(props, context);
  const style = readStyle(props['style']);
  const size = textProp(props, 'size') || style.width;
  const color = colorProp(props, 'color') ?? style.color;
  const className = `icon-inline ${textProp(props, 'className') || textProp(props, 'class')}`.trim();
  const drawn: IconSpec = {
    ...spec,
    className,
    ...(size === '' ? {} : { size }),
    ...(color === undefined ? {} : { color }),
  };
  return context.icon(drawn);
};

/** Reads `style`, which sites write as a string or as an object; only size and color apply to an icon. */
function readStyle(style: unknown): { readonly width: string; readonly color: string | undefined } {
  const rules = new Map<string, string>();
  if (typeof style === 'string') {
    for (const rule of style.split(';')) {
      const colon = rule.indexOf(':');
      if (colon > 0) rules.set(rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim());
    }
  } else if (typeof style === 'object' && style !== null) {
    for (const [name, value] of Object.entries(style)) rules.set(name.toLowerCase(), String(value));
  }
  const color = rules.get('color');
  return { width: rules.get('width') ?? rules.get('height') ?? '', color };
}

const link: ComponentHandler = (props, children, context) => {
  const href = hrefProp(props, context) ?? '#';
  const className = textProp(props, 'className');
  return `<a class="${escapeAttribute(`link ${className}`.trim())}" href="${escapeAttribute(href)}"${externalAttributes(href)}>${unwrapParagraph(children.html())}</a>`;
};

/** A tooltip, which is shown on hover, focus and tap; Escape closes it (WCAG 1.4.13). */
const tooltip: ComponentHandler = (props, children, context) => {
  const id = `tip-${context.counter()}`;
  const headline = htmlProp(props, 'headline');
  const href = hrefProp(props, context);
  const call = htmlProp(props, 'cta');
  return (
    `<span class="tooltip"><button type="button" class="tooltip-word" aria-describedby="${id}">${unwrapParagraph(children.html())}</button>` +
    `<span class="tooltip-bubble" role="tooltip" id="${id}">${headline === '' ? '' : `<strong class="tooltip-headline">${headline}</strong>`}` +
    `<span>${unwrapParagraph(markdownProp(props, 'tip', context))}</span>${tooltipCall(call, href)}</span></span>`
  );
};

function tooltipCall(call: Html, href: string | undefined): Html {
  if (href === undefined || call === '') return '';
  return `<a class="tooltip-cta" href="${escapeAttribute(href)}"${isExternal(href) ? externalAttributes(href) : ''}>${call} →</a>`;
}

export const inlineComponents: readonly (readonly [string, ComponentHandler])[] = [
  ['Badge', badge],
  ['Icon', icon],
  ['Link', link],
  ['Tooltip', tooltip],
];
