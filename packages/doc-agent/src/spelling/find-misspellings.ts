import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { maskCode } from '../links/find-links.ts';
import { corrections } from './misspellings.ts';

export interface Misspelling {
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly correction: string;
}

export const misspellingCount = corrections.size;

/** Frontmatter keys with values that readers see. */
const proseKeys = /^(?:title|sidebarTitle|description):/;

/** Misspelled words of a page's prose, with the case of the original. Code, links, tags and expressions are skipped. */
export function findMisspellings(text: string): Misspelling[] {
  const prose = maskMarkup(text);
  const found: Misspelling[] = [];
  for (const match of prose.matchAll(/(?<![\p{L}\p{N}_'’./@#-])[A-Za-z]{3,}(?![\p{L}\p{N}_/@]|[.'’-]\p{L})/gu)) {
    const word = match[0];
    const correction = corrections.get(word.toLowerCase());
    if (correction === undefined || !isPlainWord(word)) continue;
    found.push({ start: match.index, end: match.index + word.length, word, correction: matchCase(word, correction) });
  }
  return found;
}

/** Whether a word has ordinary case: `recieve`, `Recieve`, `RECIEVE`, but not `reciEve`, which is a name. */
function isPlainWord(word: string): boolean {
  return /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(word);
}

function matchCase(word: string, correction: string): string {
  if (word === word.toUpperCase()) return correction.toUpperCase();
  return /^[A-Z]/.test(word) ? (correction[0] ?? '').toUpperCase() + correction.slice(1) : correction;
}

/** The text with everything but prose blanked out, so that all offsets stay the same. */
function maskMarkup(text: string): string {
  const { exists, start, yaml } = splitFrontmatter(text);
  const head = exists ? text.slice(0, start).replace(/[^\n]/g, ' ') + maskFrontmatter(yaml) : '';
  return head + maskBody(text.slice(head.length));
}

function maskFrontmatter(yaml: string): string {
  return yaml
    .split(/(?<=\n)/)
    .map((line) => (proseKeys.test(line) ? line.replace(/^\w+:/, blank) : blank(line)))
    .join('');
}

function maskBody(body: string): string {
  return maskCode(body)
    .replace(/^(?:import|export)\b.*$/gm, blank)
    .replace(/\{[^{}]*\}/g, blank)
    .replace(/\]\((?:[^()\n]|\([^()\n]*\))*\)/g, blank)
    .replace(/^ {0,3}\[[^\]\n]{1,300}\]:.*$/gm, blank)
    .replace(/\bhttps?:\/\/\S+/g, blank)
    .replace(/<\/?[A-Za-z][^<>]*>/g, blank)
    .replace(/\$\$[^$]*\$\$/g, blank);
}

function blank(text: string): string {
  return text.replace(/[^\n\r]/g, ' ');
}
