import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GeneratedPage } from './generate-site.ts';

/** The number of sections in a tab. A sidebar shows one tab: 250 pages. */
export const sectionsPerTab = 10;

export function frontmatter({ title, description }: GeneratedPage): string {
  return `---\ntitle: "${title}"\ndescription: "${description}"\n---\n\n`;
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
