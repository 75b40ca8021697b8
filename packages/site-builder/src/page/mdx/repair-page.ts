import { parsePage } from './parse-page.ts';
import type { SyntaxFault } from './parse-tree.ts';

export interface RepairedPage {
  /** MDX in which each fault is replaced by text; the number of lines is unchanged. */
  readonly text: string;
  readonly faults: readonly SyntaxFault[];
}

/**
 * The text that the builder reads in place of one with faults, for authors of pages. Its heading IDs and variables
 * stay.
 */
export function repairPage(content: string): RepairedPage {
  const { text, faults } = parsePage(content, { math: undefined });
  return faults.length === 0 ? { text: content, faults } : { text, faults };
}
