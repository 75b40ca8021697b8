import type { IconSpec } from '../../markup/icon-spec.ts';
import { fieldOf } from '../../text/json-object.ts';

/** Reads an icon in the configuration or frontmatter: a name, or an object with name, style and library. */
export function toIconSpec(value: unknown, style?: unknown): IconSpec | undefined {
  if (typeof value === 'string') {
    if (value.trim() === '') return undefined;
    return typeof style === 'string' ? { name: value.trim(), style } : { name: value.trim() };
  }
  const name = fieldOf(value, 'name');
  if (typeof name !== 'string' || name === '') return undefined;
  const ownStyle = fieldOf(value, 'style') ?? style;
  const library = fieldOf(value, 'library');
  return {
    name,
    ...(typeof ownStyle === 'string' ? { style: ownStyle } : {}),
    ...(library === 'fontawesome' || library === 'lucide' || library === 'tabler' ? { library } : {}),
  };
}
