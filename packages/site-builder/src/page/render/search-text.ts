import type { CodeFence } from '../../markup/code-fence.ts';

/** Code beyond this length isn't searchable. */
const maxSearchChars = 2000;

/** A code block's text for the search: code is unchanged, and a diagram is reduced to its labels. */
export function searchTextOf({ language, code }: Pick<CodeFence, 'language' | 'code'>): string {
  const text = code.slice(0, maxSearchChars);
  return language === 'mermaid' ? labelsOf(text) : text;
}

/** Labels in brackets, quotation marks and bars, after a colon, and the names of participants. */
const label =
  /"([^"\n]+)"|\[([^\][\n"]+)\]|\{([^}{\n"]+)\}|\(([^)(\n"]+)\)|\|([^|\n"]+)\||:\s*([^:\n]+)$|\sas\s+([^\n]+)$/gm;

function labelsOf(diagram: string): string {
  return [...diagram.matchAll(label)]
    .map(([, ...parts]) => parts.find((part) => part !== undefined)?.trim() ?? '')
    .filter((text) => /\p{L}/u.test(text))
    .join(', ');
}

/** Punctuation that a space would separate from its word. */
const closing = new Set(',.;:!?)]}’”»');
const opening = new Set('([{“‘«');

/** Joins the text of a section's elements, which may be adjacent: `**Bold**, then`. */
export function joinTexts(texts: readonly string[]): string {
  let joined = '';
  let last = '';
  for (const text of texts) {
    if (text === '') continue;
    joined += joined === '' || closing.has(text.charAt(0)) || opening.has(last) ? text : ` ${text}`;
    last = text.charAt(text.length - 1);
  }
  return joined;
}
