import { parsePage } from './parse-page.ts';
import type { SyntaxFault } from './parse-tree.ts';

export interface RepairedPage {
  /** MDX in which each error is replaced by text; the number of lines is unchanged. */
  readonly text: string;
  readonly faults: readonly SyntaxFault[];
}

/**
 * Shows authors how the builder repairs invalid MDX: returns the text that the builder reads instead. Heading IDs and
 * variables are kept.
 */
export function repairPage(content: string): RepairedPage {
  const { text, faults } = parsePage(content, { math: undefined });
  return faults.length === 0 ? { text: content, faults } : { text, faults };
}
