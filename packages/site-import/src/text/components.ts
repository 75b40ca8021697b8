import type { SourceLine } from './source-lines.ts';
import { ownValue } from './own-value.ts';

/**
 * Wraps lines in a component: its tags are on separate lines between empty lines, so that the content is parsed as
 * Markdown.
 */
export function wrapLines(
  name: string,
  props: Readonly<Record<string, string | undefined>>,
  lines: readonly SourceLine[],
  line: number,
): SourceLine[] {
  const tag = (text: string): SourceLine[] => [
    { text: '', line },
    { text, line },
    { text: '', line },
  ];
  return [...tag(openTag(name, props)), ...lines, ...tag(`</${name}>`)];
}

export function openTag(name: string, props: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(props).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${attributeText(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

export const attributeText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll(/\s+/g, ' ').trim();

/** Names in all four formats for kinds of callouts; any other name is a note. */
const calloutNames: Readonly<Record<string, string>> = {
  note: 'Note',
  seealso: 'Note',
  example: 'Note',
  quote: 'Note',
  cite: 'Note',
  abstract: 'Info',
  summary: 'Info',
  tldr: 'Info',
  info: 'Info',
  todo: 'Info',
  important: 'Info',
  question: 'Info',
  help: 'Info',
  faq: 'Info',
  tip: 'Tip',
  hint: 'Tip',
  success: 'Check',
  check: 'Check',
  done: 'Check',
  okay: 'Check',
  warning: 'Warning',
  warn: 'Warning',
  caution: 'Warning',
  attention: 'Warning',
  failure: 'Danger',
  fail: 'Danger',
  missing: 'Danger',
  danger: 'Danger',
  error: 'Danger',
  bug: 'Danger',
};

export const calloutName = (kind: string): string => ownValue(calloutNames, kind.toLowerCase()) ?? 'Note';
