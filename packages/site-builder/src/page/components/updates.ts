import type { ComponentHandler } from '../component.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { htmlProp, listProp, markdownProp, textProp } from './read-props.ts';

/**
 * An entry of a changelog. Its label is in the table of contents but isn't a heading, so that a site's own heading
 * styles don't apply to it.
 */
const update: ComponentHandler = (props, children, context) => {
  const label = textProp(props, 'label');
  const id = context.uniqueId(textProp(props, 'id') || label || 'update');
  if (label !== '') context.addHeading({ id, text: label, depth: 2 });
  const tags = listProp(props, 'tags');
  const description = markdownProp(props, 'description', context);
  const tagItems = tags.map((tag) => `<li>${escapeText(tag)}</li>`).join('');
  const tagList =
    tagItems === ''
      ? ''
      : `<ul class="update-tags" role="list" aria-label="${escapeAttribute(context.word('tags'))}">${tagItems}</ul>`;
  return (
    `<section class="update update-container" id="${escapeAttribute(id)}" aria-labelledby="${escapeAttribute(id)}-label"${tags.length === 0 ? '' : ` data-tags="${escapeAttribute(tags.join('\n'))}"`}>` +
    `<div class="update-side"><p class="update-label" id="${escapeAttribute(id)}-label"><a href="#${escapeAttribute(encodeURI(id))}">${htmlProp(props, 'label') || context.word('update')}</a></p>` +
    tagList +
    `${description === '' ? '' : `<p class="update-description">${description}</p>`}</div>` +
    `<div class="update-body">${children.html()}</div></section>`
  );
};

export const updates: readonly (readonly [string, ComponentHandler])[] = [['Update', update]];
