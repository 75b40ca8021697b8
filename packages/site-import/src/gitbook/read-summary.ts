import { indentOf } from '../text/source-lines.ts';

export interface SummaryEntry {
  readonly title: string;
  /** Absent for a heading and a title without a link. */
  readonly href?: string;
  readonly line: number;
  readonly entries: readonly SummaryEntry[];
}

interface OpenEntry {
  readonly indent: number;
  readonly entries: SummaryEntry[];
}

/**
 * Reads SUMMARY.md: lists of links below headings. A heading of level 2 to 6 contains the lists that follow it; the
 * level-1 heading is the title of the file.
 */
export function readSummary(text: string): readonly SummaryEntry[] {
  const top: SummaryEntry[] = [];
  let open: OpenEntry[] = [{ indent: -1, entries: top }];
  text
    .replaceAll('\r', '')
    .split('\n')
    .forEach((raw, index) => {
      const line = index + 1;
      const heading = /^#{2,6}\s+(.*)$/.exec(raw);
      if (heading !== null) {
        const entries: SummaryEntry[] = [];
        const title = (heading[1] ?? '')
          .replace(/(?<!\s)\s*(?:<a\b[^<>]{0,1000}><\/a>|\{#[^{}]{0,1000}\})/g, '')
          .trim();
        top.push({ title, line, entries });
        open = [{ indent: -1, entries }];
        return;
      }
      const item = /^\s*[-*+]\s+(.*)$/.exec(raw);
      if (item === null) return;
      const indent = indentOf(raw.replaceAll('\t', '    '));
      const parents = open.filter((one) => one.indent < indent);
      const entries: SummaryEntry[] = [];
      const link =
        /^\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(<?([^)>]{0,1000}?)>?(?:\s{1,20}"[^"]{0,1000}")?\s{0,20}\)/.exec(
          item[1] ?? '',
        );
      const title = unescape(link?.[1] ?? item[1] ?? '');
      parents.at(-1)?.entries.push({ title, ...(link?.[2] !== undefined && { href: link[2].trim() }), line, entries });
      open = [...parents, { indent, entries }];
    });
  return top;
}

const unescape = (text: string): string =>
  text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/[*`]/g, '')
    .trim();
