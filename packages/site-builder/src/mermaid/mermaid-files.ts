import type { OutputFile } from '../model.ts';

export interface MermaidFiles {
  /** Bundle path of the module script that pages with diagrams load. */
  readonly script: string;
  readonly files: readonly OutputFile[];
}

/** What a site with diagrams ships: a small loader and the Mermaid library, under `_docwright/mermaid/`. */
export function mermaidFiles(): MermaidFiles {
  return { script: '', files: [] };
}
