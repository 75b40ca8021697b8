import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Snippet {
  /** The path of the page, such as `deploy/host.mdx`. */
  readonly page: string;
  readonly line: number;
  /** The language of the fence; empty if it has none. */
  readonly language: string;
  readonly text: string;
  /** The reason why a test can't run it: `{/* not run: needs Docker *\/}` precedes its fence. */
  readonly notRun: string | undefined;
}

const fence = /^( *)(`{3,})([a-z]*)/;
const mark = /^ *\{\/\* not run: (.+) \*\/\}$/;

/** Returns the code blocks of all pages of a manual, in page order. */
export function readSnippets(folder: string): readonly Snippet[] {
  const pages = globSync('**/*.mdx', { cwd: folder }).toSorted();
  return pages.flatMap((page) => readPage(page, readFileSync(join(folder, page), 'utf8')));
}

export function readPage(page: string, source: string): readonly Snippet[] {
  const lines = source.split('\n');
  const snippets: Snippet[] = [];
  let lastText = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, indent = '', ticks, language = ''] = fence.exec(line) ?? [];
    if (ticks === undefined) {
      if (line.trim() !== '') lastText = line;
      continue;
    }
    const end = lines.findIndex((other, index) => index > at && other.trim() === ticks);
    if (end < 0) throw new Error(`${page}:${at + 1}: the code block has no end`);
    const text = lines.slice(at + 1, end).map((own) => (own.startsWith(indent) ? own.slice(indent.length) : own));
    snippets.push({ page, line: at + 1, language, text: text.join('\n'), notRun: mark.exec(lastText)?.[1] });
    lastText = '';
    at = end;
  }
  return snippets;
}
