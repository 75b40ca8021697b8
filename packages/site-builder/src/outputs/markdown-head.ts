import type { SiteConfig } from '../site/index.ts';

/** What stands above each page's Markdown: where the list of all pages is, and what the site asks of agents that read it. */
export function writeMarkdownHead({ markdown }: SiteConfig, baseUrl: string): string {
  const index = `> ## Documentation Index\n> All pages of this site are listed at ${baseUrl}/llms.txt\n`;
  if (markdown.instructions.length === 0) return `${index}\n`;
  const instructions = markdown.instructions.map((text) => `> - ${text.trim().replace(/\s*\n\s*/g, '\n>   ')}\n`);
  return `${index}>\n> ## Instructions for Agents\n${instructions.join('')}\n`;
}
