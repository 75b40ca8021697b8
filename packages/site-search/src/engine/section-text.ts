/** Compares the text of a result with the query: adjacent words, and the passage around them. */
import { lookUpWords, spacedWords } from './tokenize.ts';

interface SectionText {
  readonly title: string;
  readonly heading: string;
  readonly snippet: string;
}

/**
 * Returns a function that measures, from 0 to 0.5, how much of the query occurs as adjacent words in a title, heading
 * or text. The query is analyzed once for all sections.
 */
export function phraseBonusOf(query: string): (of: SectionText) => number {
  const words = lookUpWords(query);
  const all = ` ${words.join(' ')} `;
  const pairs = words.slice(1).map((word, place) => ` ${words[place] ?? ''} ${word} `);
  const whole = (text: string) => (spacedWords(text) === all ? 0.3 : 0);
  const together = (text: string) => {
    const spaced = spacedWords(text);
    return pairs.filter((pair) => spaced.includes(pair)).length / pairs.length;
  };
  return ({ title, heading, snippet }) =>
    Math.max(whole(title), whole(heading)) +
    (pairs.length === 0 ? 0 : Math.max(0.2 * together(title), 0.2 * together(heading), 0.1 * together(snippet)));
}

const SNIPPET_CHARS = 180;

/**
 * Returns the passage of the section's Markdown with the most words of the query, or the existing snippet if no passage
 * is better.
 */
export function excerptAround(markdown: string, { heading, snippet }: SectionText, query: string): string {
  const text = plainText(sectionOf(markdown, heading));
  const words = lookUpWords(query);
  const pieces = text.match(/[^.!?。！？\n]+[.!?。！？]*/g) ?? [];
  const scores = pieces.map((piece) => {
    const own = new Set(lookUpWords(piece));
    return words.reduce((sum, word) => sum + (own.has(word) ? word.length : 0), 0);
  });
  const best = Math.max(0, ...scores);
  if (best === 0) return snippet;
  let passage = '';
  for (let place = scores.indexOf(best); place < pieces.length && passage.length < SNIPPET_CHARS; place++)
    passage += pieces[place] ?? '';
  const clean = passage.replaceAll(/\s+/g, ' ').trim();
  if (clean.length <= SNIPPET_CHARS) return clean;
  const cut = clean.lastIndexOf(' ', SNIPPET_CHARS);
  return `${clean.slice(0, cut > SNIPPET_CHARS / 2 ? cut : SNIPPET_CHARS).replace(/[\ud800-\udbff]$/, '')}…`;
}

function sectionOf(markdown: string, heading: string): string {
  const parts = markdown.split(/^#{1,6}[ \t]+(.*)$/m);
  const place =
    heading === '' ? -1 : parts.findIndex((part, index) => index % 2 === 1 && plainText(part).trim() === heading);
  return place === -1 ? markdown : (parts[place + 1] ?? '');
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/<\/?[A-Za-z][^>\n]*>/g, ' ')
    .replaceAll(/^[ \t]*(?:[-*+>#|]+|```.*|\d+\.)[ \t]*/gm, '')
    .replaceAll(/[*_`]{1,3}/g, '');
}
