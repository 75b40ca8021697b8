import type { ComponentHandler } from '../component.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { flagProp, htmlProp, iconProp, markdownProp, textProp } from './read-props.ts';

const accordion: ComponentHandler = (props, children, context) => {
  const title = textProp(props, 'title');
  const id = context.uniqueId(textProp(props, 'id') || title || 'accordion');
  const description = markdownProp(props, 'description', context);
  return (
    `<details class="accordion" id="${escapeAttribute(id)}"${flagProp(props, 'defaultOpen') ? ' open' : ''}>` +
    `<summary>${iconProp(props, context, 'accordion-icon')}<span class="accordion-heading"><span class="accordion-title">${htmlProp(props, 'title')}</span>` +
    `${description === '' ? '' : `<span class="accordion-description">${description}</span>`}</span></summary>` +
    `<div class="accordion-body">${children.html()}</div></details>`
  );
};

const accordionGroup: ComponentHandler = (_props, children) => `<div class="accordion-group">${children.html()}</div>`;

/** A parameter's or response's nested fields. */
const expandable: ComponentHandler = (props, children, context) => {
  const title = textProp(props, 'title') || 'child attributes';
  const id = textProp(props, 'id');
  return (
    `<details class="expandable"${id === '' ? '' : ` id="${escapeAttribute(context.uniqueId(id))}"`}${flagProp(props, 'defaultOpen') ? ' open' : ''}>` +
    `<summary><span class="expandable-title">${escapeText(title)}</span></summary><div class="expandable-body">${children.html()}</div></details>`
  );
};

export const accordions: readonly (readonly [string, ComponentHandler])[] = [
  ['Accordion', accordion],
  ['AccordionGroup', accordionGroup],
  ['Expandable', expandable],
];
