import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';

export function iconClass(spec: IconSpec): string {
  return spec.className === undefined || spec.className === '' ? 'icon' : escapeAttribute(`icon ${spec.className}`);
}

export function iconStyle(spec: IconSpec): string {
  const rules: string[] = [];
  const size = toLength(spec.size);
  if (size) rules.push(`width:${size};height:${size}`);
  if (spec.color !== undefined && /^[\w#(),.%\s/-]{1,64}$/.test(spec.color)) rules.push(`color:${spec.color}`);
  return rules.length === 0 ? '' : ` style="${escapeAttribute(rules.join(';'))}"`;
}

/** Adds class, size and color of `spec` to an icon that was drawn without them. */
export function styleIcon(plain: Html, spec: IconSpec): Html {
  return plain.replace(
    /^<(\w+) class="icon/,
    (_, tag: string) => `<${tag}${iconStyle(spec)} class="${iconClass(spec)}`,
  );
}

function toLength(size: number | string | undefined): string | undefined {
  if (size === undefined || size === '') return undefined;
  const text = String(size).trim();
  if (/^\d*\.?\d+$/.test(text)) return `${text}px`;
  return /^\d*\.?\d+(?:px|r?em|%|v[wh]|ch)$/.test(text) ? text : undefined;
}
