import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { canonicalLanguage } from '../../packages/highlight/src/languages.ts';

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** Returns every fenced block of the Markdown files below a folder, without duplicates, by canonical language. */
export function readCodeBlocks(folder: string): CodeBlock[] {
  const seen = new Set<string>();
  const blocks: CodeBlock[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.mdx?$/.test(entry.name)) continue;
    for (const block of fencesOf(readFileSync(join(entry.parentPath, entry.name), 'utf8'))) {
      const key = `${block.language}\n${block.code}`;
      if (seen.has(key)) continue;
      seen.add(key);
      blocks.push(block);
    }
  }
  return blocks;
}

function* fencesOf(text: string): Generator<CodeBlock> {
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const open = /^(\s*)(`{3,}|~{3,})\s*([^\s`{]+)?[^`]*$/.exec(lines[index] ?? '');
    if (open === null) continue;
    const [, indent = '', fence = '', language = ''] = open;
    const body: string[] = [];
    while (++index < lines.length) {
      const line = lines[index] ?? '';
      if (line.trimStart().startsWith(fence)) break;
      body.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
    }
    if (language !== '') yield { language: canonicalLanguage(language), code: body.join('\n') };
  }
}
