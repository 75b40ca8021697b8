import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface RegexLiteral {
  readonly source: string;
  readonly flags: string;
}

/** Reads the regular-expression literals of a TypeScript or JavaScript file. */
export function readRegexes(root: string, path: string): RegexLiteral[] {
  const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  const found: RegexLiteral[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('regex' in node && node.regex !== null && typeof node.regex === 'object') {
      const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string };
      found.push({ source: pattern, flags });
      return;
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return found;
}
