import type { PageReport } from '../site-plan.ts';
import { findSimilarIcon } from './icon-names.ts';
import { convertCriticMarks } from './convert-critic-marks.ts';
import { replaceEmoji } from '../text/emoji.ts';
import type { SourceLine } from '../text/source-lines.ts';

/** Converts the inline marks of Python-Markdown and PyMdown on a line; code is unchanged. */
export function convertMkdocsText({ text: written, line }: SourceLine, page: MkdocsReport): string {
  const text = withoutLeadingIcon(written, line, page);
  if (/^(?: {4}|\t)/.test(text) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(text)) return text;
  return text
    .split(page.hasFormulas ? codeOrFormula : code)
    .map((part, index) => (index % 2 === 1 ? convertFormula(part) : convertMarks(part, line, page)))
    .join('');
}

/** The settings that a page's marks depend on. */
export interface MkdocsReport extends PageReport {
  /** Whether `\\(…\\)` and `\\[…\\]` are formulas on the site (Arithmatex); otherwise they are escaped brackets. */
  readonly hasFormulas: boolean;
}

const code = /(`+[^`]*`+)/;
/** Formulas on one line, and the two ends of a formula in its own paragraph. */
const codeOrFormula = /(`+[^`]*`+|\\\(.{1,2000}?\\\)|\\\[.{1,2000}?\\\]|^\s*\\[[\]]\s*$)/;

function convertFormula(part: string): string {
  // `#!python print()`: the language of a span has no equivalent.
  if (part.startsWith('`')) return part.replace(/^(`+)#![\w+-]+ /, '$1');
  if (part.startsWith('\\(')) return `$${part.slice(2, -2).trim()}$`;
  if (part.startsWith('\\[') && part.length > 4) return `$$${part.slice(2, -2).trim()}$$`;
  return part.replace(/\\[[\]]/, '$$$$');
}

const iconOf = /:(fontawesome-(solid|regular|brands)-([a-z\d-]+)|(?:material|octicons|simple)-[\w-]+):/;

/** Writes an icon. A Font Awesome icon keeps its name; icons of other sets may have a similar icon. */
function writeIcon([icon, , style, name]: readonly (string | undefined)[], line: number, page: PageReport): string {
  if (style !== undefined && name !== undefined) return `<Icon icon="${name}" iconType="${style}" />`;
  const similar = findSimilarIcon((icon ?? '').replace(/^:[a-z]{1,20}-/, '').replace(/:.*$/s, ''));
  if (similar !== undefined) return `<Icon icon="${similar.name}" iconType="${similar.style}" />`;
  page.lose(line, `the icon ${(icon ?? '').trim()} is left out`);
  return '';
}

/**
 * Converts a leading icon. If the icon is omitted, the spaces after it are removed, because they would indent the item
 * or turn it into code.
 */
function withoutLeadingIcon(text: string, line: number, page: PageReport): string {
  const match = /^(\s*(?:(?:[-*+]|\d+[.)]|#{1,6})\s+)?)(:[a-z]+-[\w-]+:)(\s*\{[^}]*\})?(\s*)(.*)$/.exec(text);
  const icon = iconOf.exec(match?.[2] ?? '');
  if (match === null || icon === null) return text;
  const written = writeIcon(icon, line, page);
  return `${match[1] ?? ''}${written === '' ? '' : `${written} `}${match[5] ?? ''}`;
}

/** `![x](y){ width=300 }`: the size of an image is kept. */
const sizedImage =
  /!\[([^\]]{0,1000})\]\(([^)\s#]{1,1000})(?:\s+"[^"]{0,1000}")?\)\{([^{}]*\b(?:width|height)\s*=[^{}]*)\}/g;

function writeSizedImage(alt: string, address: string, list: string): string {
  const size = ['width', 'height'].map((name) => {
    const value = new RegExp(`\\b${name}\\s*=\\s*["']?([\\w.%]+)`).exec(list)?.[1];
    return value === undefined ? '' : ` ${name}="${value.replace(/px$/, '')}"`;
  });
  return `<img src="${address}" alt="${alt.replaceAll('"', '&quot;')}"${size.join('')}>`;
}

/** Removes icons and markup from a title, because titles of components are plain text. */
export function plainMkdocsTitle(title: string, line: number, page: PageReport): string {
  return replaceEmoji(title.replaceAll('\\"', '"'))
    .replaceAll(new RegExp(`${iconOf.source}(?:\\{[^{}]*\\})?\\s*`, 'g'), (icon) => {
      page.lose(line, `the icon ${icon.trim()} is left out`);
      return '';
    })
    .trim();
}

function convertMarks(written: string, line: number, page: PageReport): string {
  if (!/[{=^+:[\]]/.test(written)) return written;
  const text = replaceEmoji(written);
  return (
    convertCriticMarks(text, line, page)
      .replaceAll(sizedImage, (_, alt: string, address: string, list: string) => writeSizedImage(alt, address, list))
      // `[Title]{ #id .class }` and `![x](y){ width=300 }`: a heading's ID is kept, and styles are dropped.
      .replaceAll(
        /(?<!\s)\s*\{:?\s*((?:[#.][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%.-]+))(?:\s+(?:[#.][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%.-]+)))*)\s*\}/g,
        (_, list: string) => {
          const id = /#([\w:-]+)/.exec(list)?.[1];
          if (id !== undefined && /^\s*#{1,6}\s/.test(text)) return ` {#${id}}`;
          if (!/^[.][\w-]*(?:button|annotate|grid|twemoji)/.test(list))
            page.lose(line, `the attributes ${list.trim()} are left out`);
          return '';
        },
      )
      .replaceAll(/==(?=\S)([^=]+?)(?<=\S)==/g, '<mark>$1</mark>')
      .replaceAll(/\^\^(?=\S)([^^]+?)(?<=\S)\^\^/g, '<ins>$1</ins>')
      .replaceAll(/\+\+([\w-]+(?:\+[\w-]+)*)\+\+/g, (_, keys: string) =>
        keys
          .split('+')
          .map((key) => `<kbd>${key.charAt(0).toUpperCase()}${key.slice(1)}</kbd>`)
          .join('+'),
      )
      .replaceAll(new RegExp(`(?<![\\w:])${iconOf.source}(\\s?)`, 'g'), (...parts: string[]) => {
        const icon = writeIcon(parts, line, page);
        return icon === '' ? '' : icon + (parts[4] ?? '');
      })
      // Material shows one of two images, depending on the ending of the address.
      .replaceAll(
        /!\[([^\]]{0,1000})\]\(([^)\s]{1,1000})#(?:gh-)?(?:only-)?(light|dark)(?:-mode-only)?\)/g,
        (_, alt: string, address: string, scheme: string) =>
          `<img src="${address}" alt="${alt.replaceAll('"', '&quot;')}" class="${scheme === 'dark' ? 'hidden dark:block' : 'block dark:hidden'}">`,
      )
      .replaceAll(
        /<img\b([^<>]{0,1000}?)\ssrc="([^"#<>]{1,1000})#(?:gh-)?(?:only-)?(light|dark)(?:-mode-only)?"/g,
        (_, before: string, address: string, scheme: string) =>
          `<img${before} src="${address}" class="${scheme === 'dark' ? 'hidden dark:block' : 'block dark:hidden'}"`,
      )
      // A reference to a heading or an object by its name, which a plugin would look up.
      .replaceAll(/\[([^\]]{1,1000})\]\[\]/g, '$1')
  );
}
