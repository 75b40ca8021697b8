import { escapeHtml } from '../../../../platform/html/index.ts';

/** HTML text that is safe to output. Only `markup` and the few functions for trusted markup create it. */
export interface SafeHtml {
  readonly html: string;
}

type Part = SafeHtml | string | number | undefined | false | readonly Part[];

/** Escapes every inserted value, for text and for quoted attributes, unless it is already safe markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? '');
  return { html: text };
}

/** Marks as safe the markup that the service's own code or a sanitizer created. */
export function trusted(text: string): SafeHtml {
  return { html: text };
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeShown(part);
  if (typeof part === 'number') return String(part);
  if (isList(part)) return part.map(render).join('');
  return part.html;
}

function isList(part: SafeHtml | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part);
}

/** Makes direction overrides and zero-width characters visible, because a diff must not look like a different one. */
function escapeShown(text: string): string {
  return escapeHtml(text)
    .replace(/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/g, showHidden)
    .replaceAll('\0', '\ufffd');
}

function showHidden(character: string): string {
  return `⟦U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
