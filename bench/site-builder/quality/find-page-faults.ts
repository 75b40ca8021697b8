import type { ReadPage } from './read-page.ts';

/** Text that looks wrong on a page although the builder didn't report it. */
export interface PageFault {
  readonly kind: string;
  /** An extract of the page, long enough to find the position. */
  readonly sample: string;
  /** The suspicious text itself. */
  readonly matched?: string;
}

/**
 * Text that authors usually don't intend to show, by kind. A person must check each finding, because it can be
 * intended.
 */
const suspiciousTexts: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['raw-expression', /\{[a-zA-Z_$][\w$]*(?:[.[(][^{}\n]*)?\}/],
  ['raw-variable', /\{\{[^{}]*\}\}/],
  [
    'literal-tag',
    /<\/?(?:[A-Z][a-z][\w.]*|br|img|a|div|p|b|i|strong|em|span|table|t[rdh]|[uo]l|li|iframe|video|details|summary|code|sup|sub)(?:\s[^<>]*)?\/?>/,
  ],
  // A closing pair after a space, or between punctuation and a letter, closes nothing in Markdown.
  ['raw-emphasis', /(?:^|\s)\*\*[^\s*](?:[^*\n]*[^\s*\p{P}])?\*\*|(?:^|\s)\*\*[^\s*][^*\n]*\p{P}\*\*(?=[\s\p{P}]|$)/u],
  ['raw-link', /\[[^\]\n]+\]\((?:https?:|\/|\.\/|#)[^)\s]*\)/],
  ['raw-heading', /^\s*#{2,6}\s+\S/],
  ['raw-heading-id', /\{#[\w-]+\}/],
  ['raw-fence', /```/],
  ['raw-directive', /^\s*:::/],
  // `-->` alone is an arrow.
  ['raw-comment', /<!--|\{\/\*|\*\/\}/],
  ['raw-import', /^\s*(?:import\s.+\sfrom\s+['"]|export\s+(?:const|default|function)\s)/],
  ['raw-table', /^\s*\|.*\|.*\|\s*$|\|\s*:?-{3,}:?\s*\|/m],
  ['object-text', /\[object \w+\]|^\s*(?:undefined|NaN)\s*$/],
  ['double-escape', /&(?:amp|lt|gt|quot|nbsp|#\d+);/],
];

export function findPageFaults(page: ReadPage): PageFault[] {
  const faults: PageFault[] = [];
  for (const text of page.texts) {
    for (const [kind, pattern] of suspiciousTexts) {
      const match = pattern.exec(text);
      if (match !== null) faults.push({ kind, sample: around(text, match.index), matched: match[0] });
    }
  }
  for (const title of page.codeTitles)
    if (/(?:highlight|focus|lines|wrap|expandable|theme|icon)\s*=|^\{[\d,\s-]+\}$|[{}]/.test(title))
      faults.push({ kind: 'fence-option-as-title', sample: title });
  const seen = new Set<string>();
  for (const id of page.ids) {
    if (seen.has(id)) faults.push({ kind: 'duplicate-id', sample: id });
    seen.add(id);
  }
  if (page.texts.join('').trim().length < 2) faults.push({ kind: 'empty-page', sample: '' });
  return faults;
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 30), at + 90).replace(/\s+/g, ' ');
}
