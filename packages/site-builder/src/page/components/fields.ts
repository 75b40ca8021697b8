import type { ComponentHandler, Props, PropValue, RenderContext } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { flagProp, isJsx, listProp, textProp } from './read-props.ts';
import { writeAnchor } from '../../markup/write-heading.ts';

const LOCATIONS = ['path', 'query', 'body', 'header', 'cookie'] as const;

const paramField: ComponentHandler = (props, children, context) => {
  const location = LOCATIONS.find((place) => textProp(props, place) !== '');
  const name = location === undefined ? textProp(props, 'name') || textProp(props, 'value') : textProp(props, location);
  return writeField({ props, name, location: location ?? '', body: children.html() }, context);
};

const responseField: ComponentHandler = (props, children, context) =>
  writeField({ props, name: textProp(props, 'name'), location: '', body: children.html() }, context);

interface Field {
  readonly props: Props;
  readonly name: string;
  readonly location: string;
  readonly body: Html;
}

function writeField({ props, name, location, body }: Field, context: RenderContext): Html {
  const id = context.uniqueId(textProp(props, 'id') || `param-${name.replaceAll('_', '-')}`);
  const initial = textProp(props, 'initialValue');
  const labels = [
    ...listProp(props, 'pre').map((label) => pill('field-extra', label)),
    `<code class="field-name${flagProp(props, 'deprecated') ? ' field-struck' : ''}">${escapeText(name)}</code>`,
    pill('field-type', textProp(props, 'type')),
    pill('field-place', location),
    defaultLabel(props, context),
    initial === '' ? '' : pill('field-default', `initial: ${initial}`),
    flagProp(props, 'required') ? pill('field-required', context.word('required')) : '',
    flagProp(props, 'deprecated') ? pill('field-deprecated', context.word('deprecated')) : '',
    ...listProp(props, 'post').map((label) => pill('field-extra', label)),
  ];
  const placeholder = textProp(props, 'placeholder');
  const example =
    placeholder === ''
      ? ''
      : `<p class="field-example">${context.word('example')}: <code>${escapeText(placeholder)}</code></p>`;
  return (
    `<div class="field" id="${escapeAttribute(id)}"><div class="field-head">${labels.join('')}${name === '' ? '' : writeAnchor(id, name, context.word('linkTo'))}</div>` +
    `<div class="field-body">${body}${example}</div></div>`
  );
}

function pill(className: string, text: string): Html {
  return text === '' ? '' : `<span class="${className}">${escapeText(text)}</span>`;
}

function defaultLabel(props: Props, context: RenderContext): Html {
  const value = Object.hasOwn(props, 'default') ? props['default'] : undefined;
  if (value === undefined || value === null || value === '') return '';
  return `<span class="field-default">${context.word('standard')}: <code>${isJsx(value) ? value.html : escapeText(defaultText(value))}</code></span>`;
}

function defaultText(value: PropValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const fields: readonly (readonly [string, ComponentHandler])[] = [
  ['ParamField', paramField],
  ['Param', paramField],
  ['ResponseField', responseField],
];
