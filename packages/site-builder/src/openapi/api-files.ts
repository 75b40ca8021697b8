import type { OutputFile } from '../model.ts';

export interface ApiPageFiles {
  /** Bundle path of the style sheet of API pages. */
  readonly stylesheet: string;
  /** Bundle path of the module that the playground's button imports. */
  readonly script: string;
  readonly files: readonly OutputFile[];
}

/** What a site with API pages ships, under `_docwright/api/`. */
export function apiPageFiles(): ApiPageFiles {
  return { stylesheet: '', script: '', files: [] };
}
