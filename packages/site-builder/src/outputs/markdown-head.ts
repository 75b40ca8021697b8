import type { SiteConfig } from '../site/index.ts';

/**
 * The beginning of each page's Markdown: the address of the list of all pages, and the site's instructions for agents.
 */
export function writeMarkdownHead({ markdown }: SiteConfig, baseUrl: string, takesFeedback: boolean): string {
  const list = `> ## Documentation Index\n> All pages of this site are listed at ${baseUrl}/llms.txt\n`;
  const index = takesFeedback ? `${list}>\n> ## Feedback\n${feedback(baseUrl)}` : list;
  if (markdown.instructions.length === 0) return `${index}\n`;
  return `${index}>\n${writeInstructions(markdown.instructions)}\n`;
}

/** Writes the block for `markdown.instructions` in the Markdown version of pages, `llms.txt` and `llms-full.txt`. */
export function writeInstructions(instructions: readonly string[]): string {
  if (instructions.length === 0) return '';
  return `> ## Agent Instructions\n${instructions.map((text) => `> ${text.trim().replace(/\s*\n\s*/g, '\n> ')}\n`).join('')}`;
}

/** Describes the address for feedback, which the server of a live site handles. */
const feedback = (baseUrl: string): string =>
  `> If this page is wrong or leaves something out, tell its authors: POST ${baseUrl}/feedback\n> with JSON such as {"path": "/the/page", "feedback": "what is wrong"}\n`;
