import type { ComponentHandler, Props } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { choiceProp, isColor, isJsx, textProp } from './read-props.ts';

const palette: ComponentHandler = (props, children) => {
  const own = readValue(props);
  const body = own === undefined ? children.html().trim() : writeSwatch(textProp(props, 'name'), own);
  return `<div class="color color-${choiceProp(props, 'variant', ['compact', 'table'])}">${body}</div>`;
};

const row: ComponentHandler = (props, children) => {
  const title = textProp(props, 'title');
  return `<div class="color-row">${title === '' ? '' : `<div class="color-row-title">${escapeText(title)}</div>`}<div class="color-row-items">${children.html().trim()}</div></div>`;
};

const item: ComponentHandler = (props) => {
  const value = readValue(props);
  return value === undefined ? '' : writeSwatch(textProp(props, 'name'), value);
};

interface ColorValue {
  readonly light: string;
  readonly dark: string;
}

function readValue(props: Props): ColorValue | undefined {
  const value = Object.hasOwn(props, 'value') ? props['value'] : undefined;
  if (typeof value === 'string' && value !== '') return { light: value, dark: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isJsx(value)) return undefined;
  const light = textProp(value, 'light') || textProp(value, 'dark');
  return light === '' ? undefined : { light, dark: textProp(value, 'dark') || light };
}

/** Writes a swatch. Pressing it copies its value; an invalid color is shown as text without a sample. */
function writeSwatch(name: string, value: ColorValue): Html {
  const themed = value.light !== value.dark;
  const style =
    isColor(value.light) && isColor(value.dark)
      ? ` style="--light:${escapeAttribute(value.light)};--dark:${escapeAttribute(value.dark)}"`
      : '';
  const shown = themed
    ? `<span class="only-light">${escapeText(value.light)}</span><span class="only-dark">${escapeText(value.dark)}</span>`
    : escapeText(value.light);
  return (
    `<button type="button" class="swatch color-item" data-copy="${escapeAttribute(value.light)}"${themed ? ` data-copy-dark="${escapeAttribute(value.dark)}"` : ''}>` +
    `<span class="swatch-sample"${style}></span><span class="swatch-text">${name === '' ? '' : `<span class="swatch-name">${escapeText(name)}</span>`}<span class="swatch-value">${shown}</span></span></button>`
  );
}

export const colors: readonly (readonly [string, ComponentHandler])[] = [
  ['Color', palette],
  ['Color.Row', row],
  ['Color.Item', item],
];
