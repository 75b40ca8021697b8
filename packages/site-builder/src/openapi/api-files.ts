import { readFileSync } from 'node:fs';

import { hashedFile } from '../source/hashed-file.ts';
import type { OutputFile } from '../source/output-file.ts';

export interface ApiPageFiles {
  /** CSS of API pages. */
  readonly styles: string;
  /** Bundle path of the playground's module, fetched when a reader opens it; `undefined` without a playground. */
  readonly script: string | undefined;
  readonly files: readonly OutputFile[];
}

/** The files that a site with API pages contains. `playground` is the site's feature of that name. */
export function apiPageFiles({ playground }: { readonly playground: boolean }): ApiPageFiles {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const styles = read('./api.css');
  if (!playground) return { styles, script: undefined, files: [] };
  const script = hashedFile('_docwright/api/playground', 'js', read('./playground.generated.js'));
  return { styles, script: script.path, files: [script] };
}
