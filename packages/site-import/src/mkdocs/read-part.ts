import { indentOf } from '../text/source-lines.ts';

/**
 * Reads the text that a snippet refers to: a file, some of its lines (`a.md:2:5`), or a part between marks
 * (`a.py:name`), which are comments with `--8<-- [start:name]` and `[end:name]`. Returns `undefined` if the text
 * doesn't exist.
 */
export function readPart(name: string, page: { readSnippet(path: string): string | undefined }): string | undefined {
  const [, path = '', part = ''] = /^([^:]*):?(.*)$/.exec(name) ?? [];
  const text = page.readSnippet(path)?.replace(/\n$/, '');
  if (text === undefined || part === '') return text === undefined ? undefined : withoutMarks(text.split('\n'));
  const lines = text.split('\n');
  if (/^-?\d*(?::-?\d*)?$/.test(part)) {
    const [from = '', to] = part.split(':');
    return withoutMarks(
      lines.slice(Math.max(0, Number(from) - 1), to === undefined || to === '' ? undefined : Number(to)),
    );
  }
  const start = lines.findIndex((line) => line.includes(`[start:${part}]`));
  const end = lines.findIndex((line, index) => index > start && line.includes(`[end:${part}]`));
  if (start === -1) return undefined;
  const own = lines.slice(start + 1, end === -1 ? undefined : end);
  const base = Math.min(...own.filter((line) => line.trim() !== '').map(indentOf), 1000);
  return withoutMarks(own.map((line) => line.slice(Math.min(base, indentOf(line)))));
}

const withoutMarks = (lines: readonly string[]): string =>
  lines.filter((line) => !/8<-{1,9}\s{1,9}\[(?:start|end):/.test(line)).join('\n');
