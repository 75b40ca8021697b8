/** Rows of the playground's forms: a label over its control. */
import { fieldKey } from './build-fetch.ts';
import { element } from './element.ts';
import type { PlaygroundData, PlaygroundField } from './playground-data.ts';

export interface FieldInput {
  value(): string;
  /** Fills in a value unless the reader has entered one. */
  fill(value: string): void;
  file(): [string, readonly File[]][];
}

export function group(title: string, ...rows: readonly HTMLElement[]): HTMLFieldSetElement {
  return element('fieldset', {}, element('legend', {}, title), ...rows);
}

/** A label above the control that it contains. */
export function row(label: string, control: HTMLElement, note = ''): HTMLElement {
  const name = element('span', { class: 'play-label' }, element('code', {}, label));
  if (note !== '') name.append(' ', element('small', {}, note));
  return element('label', { class: 'play-row' }, name, control);
}

export function select(options: readonly (readonly [value: string, label: string])[]): HTMLSelectElement {
  return element('select', {}, ...options.map(([value, label]) => element('option', { value }, label)));
}

export function serverChoice(
  data: Pick<PlaygroundData, 'servers'>,
): { row: HTMLElement; value: () => string; fill: (value: string) => void } | undefined {
  const [first] = data.servers;
  if (first === undefined) return undefined;
  // A relative server is relative to the documentation's address.
  const absolute = (url: string) => (/^[a-z]+:\/\//i.test(url) ? url : new URL(url, location.href).href);
  if (data.servers.length === 1) {
    const input = element('input', { type: 'url', value: absolute(first.url), spellcheck: 'false' });
    const { value: initial } = input;
    const fill = (value: string): void => {
      if (value !== '' && input.value === initial) input.value = value;
    };
    return { row: row('server', input), value: () => input.value, fill };
  }
  const choice = select(
    data.servers.map(({ url, label }) => [absolute(url), label === '' ? url : `${url} (${label})`]),
  );
  const fill = (value: string): void => {
    if ([...choice.options].some((option) => option.value === value)) choice.value = value;
  };
  return { row: row('server', choice), value: () => choice.value, fill };
}

export function fieldRow(field: PlaygroundField, inputs: Map<string, FieldInput>): HTMLElement {
  const control = fieldControl(field);
  inputs.set(fieldKey(field), {
    value: () => (control instanceof HTMLInputElement && control.type === 'file' ? '' : control.value),
    fill: (value) => {
      const isFile = control instanceof HTMLInputElement && control.type === 'file';
      if (!isFile && value !== '' && (control.value === '' || control.value === field.value)) control.value = value;
    },
    file: () => (control instanceof HTMLInputElement && control.files?.[0] ? [[field.name, [...control.files]]] : []),
  });
  return row(field.name, control, `${field.type}${field.required ? ', required' : ''}`);
}

function fieldControl(field: PlaygroundField): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  const required: Record<string, string> = field.required ? { 'aria-required': 'true' } : {};
  if (field.isFile) return element('input', { type: 'file', ...(field.isList && { multiple: '' }), ...required });
  if (field.values.length > 0 && !field.isList) {
    const choice = select([
      ...(field.required ? [] : ([['', '']] as const)),
      ...field.values.map((value) => [value, value] as const),
    ]);
    if (field.value !== '') choice.value = field.value;
    return choice;
  }
  const placeholder = field.hint || (field.isList ? 'one, two' : field.isObject ? '{"name": "value"}' : '');
  return element('input', {
    type: /^(?:integer|number)/.test(field.type) && !field.isList ? 'number' : 'text',
    value: field.value,
    placeholder,
    step: 'any',
    autocomplete: 'off',
    spellcheck: 'false',
    ...required,
  });
}
