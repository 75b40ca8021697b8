import { componentTable } from '../source/component-table.generated.ts';
import { readTag, type PropValue } from './edit-tag.ts';

export interface PropField {
  readonly name: string;
  readonly about: string;
  readonly kind: 'text' | 'switch' | 'expression';
  /** The field's text. A switch is `true`, `false`, or empty if the tag lacks the prop. */
  readonly value: string;
  readonly isPresent: boolean;
}

/** Returns the fields of a tag's form: the tag's props first, then its component's other props. */
export function toPropFields(name: string, tag: string): readonly PropField[] {
  const present = readTag(tag)?.props ?? [];
  const known = Object.hasOwn(componentTable, name) ? (componentTable[name] ?? {}) : {};
  const names = new Set([...present.map((prop) => prop.name), ...Object.keys(known).toSorted(byUse)]);
  return [...names].map((prop) => {
    const about = Object.hasOwn(known, prop) ? (known[prop] ?? '') : '';
    const value = present.find((each) => each.name === prop)?.value;
    return { name: prop, about, kind: kindOf(value, about), value: toShown(value), isPresent: value !== undefined };
  });
}

const first: readonly string[] = ['title', 'label', 'name', 'description', 'href', 'icon', 'cols'];
const rank = (prop: string): number => (first.includes(prop) ? first.indexOf(prop) : first.length);
const byUse = (one: string, other: string): number => rank(one) - rank(other);

const kindOf = (value: PropValue | undefined, about: string): PropField['kind'] => {
  if (value?.kind === 'switch' || value?.kind === 'expression') return value.kind;
  return value === undefined && /^(?:On: |\{false\}: )/.test(about) ? 'switch' : 'text';
};

const toShown = (value: PropValue | undefined): string => {
  if (value === undefined) return '';
  return value.kind === 'switch' ? String(value.isOn) : value.text;
};

/** Returns the value to write, or `undefined` to remove the prop. */
export function toPropValue(field: PropField, shown: string): PropValue | undefined {
  if (field.kind === 'expression') return { kind: 'expression', text: field.value };
  if (field.kind === 'switch') return shown === '' ? undefined : { kind: 'switch', isOn: shown === 'true' };
  if (shown === '' && (field.value !== '' || !field.isPresent)) return undefined;
  return { kind: /^\d{1,9}$/.test(shown) && isNumber(field) ? 'number' : 'text', text: shown };
}

const isNumber = ({ name, about }: PropField): boolean => about.startsWith('Number of') || name === 'stepNumber';
