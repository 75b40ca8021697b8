import { frontmatterKeys, type FrontmatterKey } from '../frontmatter/frontmatter-keys.ts';
import type { JsonValue } from '../ports.ts';

/** Whether a request to set this key can only mean the frontmatter. `no value`: the value isn't valid for the key. */
export function isPlainKey(key: string, value: JsonValue): 'yes' | 'no' | 'no value' {
  if (/^(?:og|twitter):/.test(key)) return typeof value === 'string' ? 'yes' : 'no value';
  const known = Object.hasOwn(frontmatterKeys, key) ? frontmatterKeys[key] : undefined;
  if (known?.isUnambiguous !== true) return 'no';
  return takes(known, value) ? 'yes' : 'no value';
}

function takes({ kind, choices }: FrontmatterKey, value: JsonValue): boolean {
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return typeof value === 'string' && choices?.includes(value) === true;
    case 'list':
      return Array.isArray(value);
    case 'text':
    case 'paragraph':
    case 'date':
      return typeof value === 'string';
  }
}
