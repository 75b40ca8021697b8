import type { PageReport } from '../site-plan.ts';
import type { SourceLine } from '../text/source-lines.ts';

/** The inline marks of Python-Markdown and PyMdown on one line; code stays unchanged. */
export function convertMkdocsText({ text, line }: SourceLine, page: PageReport): string {
  if (/^(?: {4}|\t)/.test(text) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(text)) return text;
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 1 ? part : convertMarks(part, line, page)))
    .join('');
}

function convertMarks(text: string, line: number, page: PageReport): string {
  if (!/[{=^+:[\]]/.test(text)) return text;
  return (
    text
      // `[Title]{ #id .class }` and `![x](y){ width=300 }`: an id of a heading stays, how something looks does not.
      .replaceAll(
        /\s*\{:?\s*((?:[#.][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%.-]+))(?:\s+(?:[#.][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%.-]+)))*)\s*\}/g,
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
      .replaceAll(/(?<![\w:]):(?:material|fontawesome|octicons|simple)-[\w-]+:/g, (icon) => {
        page.lose(line, `the icon ${icon} is left out`);
        return '';
      })
      // A reference to a heading or an object by its name, which a plugin would look up.
      .replaceAll(/\[([^\]]+)\]\[\]/g, '$1')
  );
}
