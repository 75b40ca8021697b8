import { parsePage } from './parse-page.ts';

export interface ParseProblem {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/**
 * Problems that prevent a page's or snippet's text from being parsed as its author intended; empty for other kinds
 * of files.
 */
export function findParseProblems(path: string, content: string): ParseProblem[] {
  if (!/\.mdx?$/.test(path)) return [];
  const { faults, nesting } = parsePage(content, { math: undefined });
  const problems: ParseProblem[] = faults.map(({ message, line, column }) => ({ message, line, column }));
  if (nesting !== undefined) problems.push({ message: 'the page is nested too deeply to be read' });
  return problems;
}
